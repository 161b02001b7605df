// SPDX-License-Identifier: Apache-2.0
package struct LocaleTag: Hashable, Sendable { package init?(_ text: String) {} }
