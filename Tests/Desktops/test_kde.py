# SPDX-License-Identifier: Apache-2.0
"""The sheet in a session of KDE's KWin."""

from cases import ByItself, DesktopTestCase
from kde import KDE


class KDETests(ByItself, DesktopTestCase):
    Desktop = KDE

    def test_a_handle_names_the_parent(self):
        self.share("wayland:" + self.open_app())
        sheet = self.window("Share")
        self.assertEqual((sheet["parent"], sheet["isModal"]), ("Album", True))
