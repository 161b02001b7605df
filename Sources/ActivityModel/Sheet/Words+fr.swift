// SPDX-License-Identifier: Apache-2.0

extension Words {
    static let french = Words(
        share: "Partager",
        act: "Actions",
        cancel: "Annuler",
        back: "Retour",
        tryAgain: "Réessayer",
        details: "Détails",
        show: "Afficher",
        empty: "Rien ici ne peut s’en servir",
        missing: "À installer :",
        counted: Plural(rule: .french, forms: [.one: "{count} élément", .other: "{count} éléments"]),
        takenOf: "{count} sur {all}",
        showItems: "Afficher ce qui est partagé",
        removing: "Retirer {name}",
        text: "Texte",
        folder: "Dossier",
        none: "Aucun",
        pickDate: "Choisir une date",
        missingAnswer: "Il manque une réponse",
        noNumber: "Saisissez un nombre, par exemple 1024 ou 1,5",
        noDate: "Saisissez une date, par exemple 21/11/2026",
        noAddress: "Saisissez l’adresse avec https:// devant",
        wrongAnswer: "Cette réponse n’est pas possible",
        working: "En cours…",
        cancelling: "Annulation…",
        noAnswer: "Impossible d’afficher les activités",
        failure: "« {name} » a échoué",
        uncertainty: "On ne sait pas si « {name} » a été effectué",
        vanished: "« {name} » n’est plus là",
        unopened: "Impossible d’ouvrir « {name} »")
}
