// SPDX-License-Identifier: Apache-2.0

extension Words {
    static let spanish = Words(
        share: "Compartir",
        act: "Acciones",
        cancel: "Cancelar",
        back: "Atrás",
        tryAgain: "Reintentar",
        details: "Detalles",
        show: "Mostrar",
        empty: "Nada de aquí puede usar esto",
        missing: "Hay que instalar:",
        counted: Plural(rule: .english, forms: [.one: "{count} elemento", .other: "{count} elementos"]),
        takenOf: "{count} de {all}",
        showItems: "Mostrar lo que se comparte",
        removing: "Quitar {name}",
        text: "Texto",
        folder: "Carpeta",
        none: "Ninguno",
        pickDate: "Elegir una fecha",
        missingAnswer: "Falta una respuesta",
        noNumber: "Escriba un número, como 1024 o 1,5",
        noDate: "Escriba una fecha, como 21/11/2026",
        noAddress: "Escriba la dirección con https:// delante",
        wrongAnswer: "Esta respuesta no es posible",
        working: "En curso…",
        cancelling: "Cancelando…",
        noAnswer: "No se pueden mostrar las actividades",
        failure: "«{name}» no ha funcionado",
        uncertainty: "No se sabe si «{name}» se llevó a cabo",
        vanished: "«{name}» ya no está ahí",
        unopened: "No se puede abrir «{name}»")
}
