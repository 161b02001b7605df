// SPDX-License-Identifier: Apache-2.0

import CGtk4

extension Widget {
    func set(role: GtkAccessibleRole) { gtk4_set_role(self, role) }

    func set(name: String) { gtk4_set_text_property(self, GTK_ACCESSIBLE_PROPERTY_LABEL, name) }

    /// Sets a text that a screen reader reads after the name.
    func set(description: String) {
        gtk4_set_text_property(self, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, description)
    }

    /// Gives a label the status role if GTK cannot announce text. Since 4.14 GTK can, and gives a status no
    /// name.
    func makeStatus() {
        if gtk4_can_announce() == 0 { set(role: GTK_ACCESSIBLE_ROLE_STATUS) }
    }

    /// Sets a label's text and, if it changed, announces it.
    func announce(_ text: String) {
        guard set(text: text) else { return }
        gtk4_announce(self, text)
    }

    func set(labelledBy label: Widget) { gtk4_set_relation(self, GTK_ACCESSIBLE_RELATION_LABELLED_BY, label) }

    /// Removes GTK's own label relation, so that the widget keeps its given name.
    func resetLabel() { gtk_accessible_reset_relation(opaque, GTK_ACCESSIBLE_RELATION_LABELLED_BY) }

    func set(required: Bool) {
        gtk4_set_flag_property(self, GTK_ACCESSIBLE_PROPERTY_REQUIRED, required ? 1 : 0)
    }

    func set(invalid: Bool) { gtk4_set_state(self, GTK_ACCESSIBLE_STATE_INVALID, invalid ? 1 : 0) }

    func set(disabled: Bool) { gtk4_set_state(self, GTK_ACCESSIBLE_STATE_DISABLED, disabled ? 1 : 0) }

    func set(hasMenu: Bool) {
        gtk4_set_flag_property(self, GTK_ACCESSIBLE_PROPERTY_HAS_POPUP, hasMenu ? 1 : 0)
    }

    func set(expanded: Bool) { gtk4_set_state(self, GTK_ACCESSIBLE_STATE_EXPANDED, expanded ? 1 : 0) }
}
