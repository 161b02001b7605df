# SPDX-License-Identifier: Apache-2.0
import datetime, fcntl, os

from support import ActivityTestCase, link_item

LINK = "https://example.org/"


class ReadingListTests(ActivityTestCase):
    def setUp(self):
        super().setUp()
        self.folder_of_list = self.home + "/.local/share/activityd"
        self.path = self.folder_of_list + "/reading-list.txt"

    def lines(self):
        with open(self.path, encoding="utf-8", newline="\n") as file:
            return [line.split("\t") for line in file.read().split("\n")[:-1]]

    def test_each_link_is_a_line_of_day_address_and_name(self):
        output = self.succeed("reading-list", [link_item(LINK, name="A\tname\nof  é"), link_item(LINK + "b")])
        today = datetime.date.today().isoformat()
        self.assertEqual(self.lines(), [[today, LINK, "A name of é"], [today, LINK + "b", ""]])
        self.assertEqual(output, [self.path.encode()])

    def test_a_link_that_is_there_is_not_added_again(self):
        for _ in range(2):
            again = link_item(LINK, name="again")
            self.succeed("reading-list", [link_item(LINK), again, link_item(LINK + "b")])
        self.assertEqual([line[1] for line in self.lines()], [LINK, LINK + "b"])

    def test_a_link_may_come_as_its_text_alone(self):
        self.succeed("reading-list", [{"type": "x-scheme-handler/https", "text": LINK}])
        self.assertEqual([line[1:] for line in self.lines()], [[LINK, ""]])

    def test_what_somebody_else_wrote_is_kept(self):
        os.makedirs(self.folder_of_list)
        real = self.file("list", b"# caf\xe9\n2020-01-01\thttps://old.example/\t\nlast")
        os.symlink(real, self.path)
        self.succeed("reading-list", [link_item("https://old.example/"), link_item(LINK)])
        with open(real, "rb") as file:
            kept = rb"\A# caf\xe9\n2020-01-01\thttps://old.example/\t\nlast\n"
            self.assertRegex(file.read(), kept + rb"\S+\thttps://example.org/\t\n\Z")
        self.assertTrue(os.path.islink(self.path))

    def test_an_address_cannot_begin_a_line_of_its_own(self):
        self.succeed("reading-list", [link_item("https://example.org/\n2020-01-01\thttps://forged.example/")])
        addresses = [line[1] for line in self.lines()]
        self.assertEqual(addresses, ["https://example.org/%0A2020-01-01%09https://forged.example/"])

    def test_forty_writers_at_once_lose_nothing(self):
        writers = [self.start("reading-list", [link_item(LINK + str(n)), link_item(LINK)]) for n in range(40)]
        for writer in writers:
            self.assertEqual(writer.communicate()[1], b"")
        expected = {LINK, *(LINK + str(n) for n in range(40))}
        self.assertEqual(sorted(line[1] for line in self.lines()), sorted(expected))

    def test_it_waits_for_who_holds_the_lock(self):
        os.makedirs(self.folder_of_list)
        with open(self.folder_of_list + "/reading-list.lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            writer = self.start("reading-list", [link_item(LINK)])
            with open("/proc/locks") as locks:
                while f"-> FLOCK  ADVISORY  WRITE {writer.pid} " not in locks.read():
                    self.assertIsNone(writer.poll(), "It did not wait.")
                    locks.seek(0)
            self.assertFalse(os.path.exists(self.path))
        writer.communicate()
        self.assertEqual(len(self.lines()), 1)

    def test_a_full_disk_fails_and_keeps_the_old_list(self):
        os.makedirs(self.folder_of_list)
        script = 'head -c 40960 /dev/zero >"$0"; "$@"; status=$?; wc -c <"$0"; exit $status'
        before = [*self.small_disk(self.folder_of_list), "sh", "-c", script, self.path]
        status, lines, sentence = self.perform("reading-list", [link_item(LINK)], before=before)
        self.assertEqual((status, sentence), (1, "No space left on device.\nThere is no room left on the disk.\n"))
        self.assertEqual(lines, [b"40960", b"reading-list.lock", b"reading-list.txt"])
