// SPDX-License-Identifier: Apache-2.0
//
// The window of one sheet.
//
//     window
//     ├─ SheetHead: the shared content
//     └─ one page: ActivityGrid, ItemList, OptionsPage, FormPage, EditPage, QuestionPage, ProgressPage,
//                  FailurePage, NothingPage or EmptyPage
//
// The window shows SheetState and nothing else: `show` updates only the widgets that have changed, so nothing
// moves when an icon arrives, and an entry is never overwritten under the cursor. The person's actions are
// sent as events. GTK's tree owns the widgets; the objects here point to them while the window exists.

package import ActivityDrawing
import ActivityInterface
import ActivityModel
import CGtk4
import ContentSelection
import SessionBus
package import SheetSession

package final class SheetWindow: SheetView {
    /// Time after which a window's buffers may be freed: a compositor still holds those of a window that has
    /// just closed.
    private static let bufferRetention = Duration.milliseconds(40)
    /// Maximum wait for the daemon before the window opens.
    private static let timeout = Duration.milliseconds(150)

    let desktop: Desktop
    let send: (SheetEvent) -> Void
    let column: Widget
    private let window: Widget
    let holder: Widget
    /// The sheet's height in points, once the person has turned away from the activities.
    var height: Int32?
    let head: SheetHead
    private(set) var state: SheetState
    private(set) var kind: PageKind?
    private(set) var page: Page?
    /// Retained while other pages are shown, with its current cell and scroll position.
    private(set) var grid: ActivityGrid?
    /// Whether a callback waits for the next painted frame.
    var awaitsFrame = false
    private var observation: Desktop.Observation?
    private var guarding: PressGuard?
    private var watching: FocusWatch?
    /// Whether a key, a button or a finger was pressed in the window, even without effect.
    package var wasPressed: Bool { guarding?.wasPressed == true }
    private var waiting: Source?
    private var appearance: IconAppearance?
    private var isPresented = false
    private var isGone = false

    /// - Parameters:
    ///   - desktop: shared by all sheets of this process.
    ///   - send: receives the person's actions and the window's own events; not called before `show`.
    package init?(_ state: SheetState, on desktop: Desktop, send: @escaping (SheetEvent) -> Void) {
        guard let window: Widget = gtk_window_new(), let column = Widget.box(GTK_ORIENTATION_VERTICAL),
            let holder = Widget.box(GTK_ORIENTATION_VERTICAL), let head = SheetHead(state, send)
        else { return nil }
        (self.desktop, self.state, self.send) = (desktop, state, send)
        (self.window, self.column, self.holder, self.head) = (window, column, holder, head)
        column.append(head.widget)
        column.append(holder)
        gtk_widget_set_vexpand(holder, 1)
        prepare(state)
        connect()
        window.setDirection(state.direction)
    }

    deinit { hide() }

    private func prepare(_ state: SheetState) {
        // A child that reaches the accessibility bus first registers the window too, which needs its role by
        // then.
        gtk4_settle_role(window)
        window.add(class: "sheet")
        gtk_window_set_title(window.cast(), state.words.share)
        // Not the window itself: GTK reports only frames as active.
        column.set(role: GTK_ACCESSIBLE_ROLE_DIALOG)
        column.set(name: state.words.share)
        if state.request.isCompact {
            BottomSheet.put(column, into: window) { [weak self] in self?.send(.leave) }
        } else {
            gtk_window_set_child(window.cast(), column)
            gtk_window_set_resizable(window.cast(), 0)
        }
        // GTK draws shadow and corners for windows with a title bar of their own.
        if let bar = Widget.box(GTK_ORIENTATION_HORIZONTAL) {
            gtk_window_set_titlebar(window.cast(), bar)
            bar.isVisible = false
        }
        // Modal for its parent only: sheets of other callers have their own groups.
        if let group = gtk_window_group_new() {
            gtk_window_group_add_window(group, window.cast())
            g_object_unref(group)
        }
        state.request.parent.place(window)
    }

    private func connect() {
        window.signals.on(deciding: "close-request") { [weak self] in
            self?.send(.close)
            return true
        }
        window.onKey { [weak self] key, _ in
            guard key == UInt32(GDK_KEY_Escape) else { return false }
            self?.send(.leave)
            return true
        }
        window.onKey(GTK_PHASE_CAPTURE) { [weak self] key, modifiers in
            guard let self, let grid = page as? ActivityGrid else { return false }
            return enter(grid, by: key, modifiers) || tab(key, modifiers, on: grid)
        }
        // Runs after the page's own key handling.
        window.onKey { [weak self] key, modifiers in
            guard let self, let page, !(page is ActivityGrid) else { return false }
            return tab(key, modifiers, on: page)
        }
        guarding = PressGuard(window)
        watching = FocusWatch(window) { [weak self] in
            self?.send(.focusLost)
        } returned: { [weak self] in
            self?.comeBack()
        }
        // Menus that GTK makes later use the process's direction, so it follows the active sheet.
        let (sheet, direction) = (window, state.direction)
        window.signals.on("notify::is-active") { (_: OpaquePointer) in
            if gtk_window_is_active(sheet.cast()) != 0 { gtk_widget_set_default_direction(direction) }
        }
        window.signals.on("notify::scale-factor") { [weak self] (_: OpaquePointer) in self?.sendAppearance() }
        observation = desktop.observe { [weak self] in
            self?.fitWidth()
            self?.head.refit()
            self?.grid?.refit()
            self?.height = nil
            self?.fitHeight()
            // Larger text moves the page's content.
            self?.guarding?.pageChanged()
            self?.reportPainted()
            self?.sendAppearance()
        }
    }

    // MARK: - SheetView

    package func show(_ state: SheetState) {
        guard !isGone else { return }
        let before = self.state
        self.state = state
        head.show(state)
        column.set(description: head.summary)
        if let subject = state.subject { grid?.returnFocus(to: subject) }
        if let next = PageKind(state), next != kind {
            // A waiting page is built only when it is needed.
            if isPresented || next != .waiting { turn(to: next) }
        } else {
            page?.show(state)
            // The page's content has moved, or the page was away while an activity was begun.
            if !state.isArranged(as: before) { guarding?.pageChanged() }
            if height != nil { fitHeight() }
        }
        if showsGrid, state.awaitsPaint { reportPainted() }
        present()
    }

    /// Shows the first item's thumbnail; nil for a symbol of its kind.
    package func show(_ thumbnail: Thumbnail?) {
        guard !isGone else { return }
        head.show(thumbnail)
    }

    package func hide() {
        guard !isGone else { return }
        isGone = true
        // Timers and desktop changes must not reach destroyed widgets.
        (waiting, guarding, watching, observation, page) = (nil, nil, nil, nil, nil)
        if let grid { g_object_unref(grid.widget) }
        grid = nil
        window.isVisible = false
        let window = window
        var timer: Source?
        timer = Source(after: Self.bufferRetention) {
            gtk4_stop_computing_size(window)
            gtk_window_destroy(window.cast())
            _ = timer
            timer = nil
        }
    }

    /// Presents the window with the titles in its first frame, unless they are late.
    private func present() {
        guard !isPresented else { return }
        if state.page != .listing {
            presentNow()
        } else if waiting == nil {
            waiting = Source(after: Self.timeout) { [weak self] in self?.presentNow() }
        }
        sendAppearance()
    }

    private func presentNow() {
        waiting = nil
        guard !isPresented else { return }
        isPresented = true
        if page == nil, let next = PageKind(state) { turn(to: next) }
        fitWidth()
        // The token of the caller's own click: without it the window of an already running service may not
        // come to the front.
        if let token = state.request.activationToken { gtk_window_set_startup_id(window.cast(), token) }
        gtk_window_present(window.cast())
    }

    /// Requests icons in the tint and size that this window needs. May call `show` before it returns.
    private func sendAppearance() {
        let pixels = Int(GridMeasures.icon) * Int(gtk_widget_get_scale_factor(window))
        let appearance = IconAppearance(tint: Palette(desktop.appearance).ink, pixels: pixels)
        guard appearance != self.appearance else { return }
        self.appearance = appearance
        send(.appearance(appearance))
    }

    // MARK: - Pages

    /// Shows a new page and removes the old one last: otherwise GTK would move the focus of a removed page.
    private func turn(to next: PageKind) {
        if kind == .grid { keepHeight() }
        kind = next
        guard let page = make(next) else { return }
        let old = self.page
        self.page = page
        // Added to the tree before it is filled: titles are measured in the font that they have there.
        holder.append(page.widget)
        page.show(state)
        page.widget.setDirection(state.direction)
        takeFocus(on: page)
        guarding?.pageChanged()
        if let old { gtk_box_remove(holder.cast(), old.widget) }
        fitHeight()
    }

    /// Gives no activity the focus before the person has chosen one: any program can open a sheet while the
    /// person types.
    private func takeFocus(on page: Page) {
        if let grid = page as? ActivityGrid, !grid.hasChosen { chooseNothing() } else { page.takeFocus() }
    }

    /// Clears the choice when the person returns from another window, where they may still be typing. An
    /// entry keeps the focus.
    private func comeBack() {
        grid?.current = nil
        if let page, window.textFocus == nil { takeFocus(on: page) }
    }

    private func chooseNothing() { gtk_widget_grab_focus(head.group) }

    private func make(_ kind: PageKind) -> Page? {
        switch kind {
        case .grid:
            if grid == nil, let made = ActivityGrid(state, desktop, send) {
                g_object_ref_sink(made.widget)
                made.onMenu = { [weak self] in self?.guarding?.pageChanged() }
                made.onLoss = { [weak self] in self?.chooseNothing() }
                grid = made
            }
            return grid
        case .items: return ItemList(state, send)
        case .options: return OptionsPage(state, send)
        case .form: return NothingPage(state, send) ?? FormPage(state, desktop, send)
        case .editing: return EditPage(state, send)
        case .question(let question): return QuestionPage(question, state, send)
        case .progress: return ProgressPage(state, send)
        case .failure: return FailurePage(state, send)
        case .empty, .waiting: return EmptyPage(state, send)
        }
    }
}

extension SheetState {
    var direction: GtkTextDirection { isMirrored ? GTK_TEXT_DIR_RTL : GTK_TEXT_DIR_LTR }

    fileprivate var subject: String? {
        switch page {
        case .form(let form): form.identifier
        case .confirming(let question): question.attempt?.identifier
        case .performing(let performing): performing.attempt.identifier
        case .failed(let failure):
            if case .performing(let attempt) = failure.subject { attempt.identifier } else { nil }
        case .listing, .activities, .editing, .ended: nil
        }
    }
}
