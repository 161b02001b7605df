// SPDX-License-Identifier: Apache-2.0

extension Words {
    static let portuguese = Words(
        share: "Compartilhar",
        act: "Ações",
        cancel: "Cancelar",
        back: "Voltar",
        tryAgain: "Tentar novamente",
        details: "Detalhes",
        show: "Mostrar",
        empty: "Nada aqui pode usar isto",
        missing: "É preciso instalar:",
        counted: Plural(rule: .french, forms: [.one: "{count} item", .other: "{count} itens"]),
        takenOf: "{count} de {all}",
        showItems: "Mostrar o que é compartilhado",
        removing: "Remover {name}",
        text: "Texto",
        folder: "Pasta",
        none: "Nenhum",
        pickDate: "Escolher uma data",
        missingAnswer: "Falta uma resposta",
        noNumber: "Digite um número, como 1024 ou 1,5",
        noDate: "Digite uma data, como 21/11/2026",
        noAddress: "Digite o endereço com https:// na frente",
        wrongAnswer: "Esta resposta não é possível",
        working: "Em andamento…",
        cancelling: "Cancelando…",
        noAnswer: "Não é possível listar as atividades",
        failure: "“{name}” não funcionou",
        uncertainty: "Não se sabe se “{name}” foi feito",
        vanished: "“{name}” não está mais lá",
        unopened: "Não é possível abrir “{name}”")
}
