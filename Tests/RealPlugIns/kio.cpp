// SPDX-License-Identifier: Apache-2.0
// Prints, for each action of the service menus named on standard input, the argument vectors that KIO starts for the files.
#include <KIO/DesktopExecParser>
#include <KService>
#include <KServiceAction>
#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QUrl>
#include <cstdio>
#include <iostream>
#include <string>

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    QList<QUrl> all;
    for (int index = 1; index < argc; ++index)
        all << QUrl::fromLocalFile(QString::fromUtf8(argv[index]));
    for (std::string line; std::getline(std::cin, line);) {
        const QString path = QString::fromStdString(line);
        const KService entry(path);
        for (const KServiceAction &action : entry.actions()) {
            QJsonObject out{{"path", path}, {"action", action.name()}, {"exec", action.exec()}};
            for (int count : {1, int(all.count())}) {
                const QList<QUrl> urls = all.mid(0, count);
                KService service(path);
                service.setExec(action.exec());
                QList<QList<QUrl>> starts;
                if (urls.count() > 1 && !service.allowMultipleFiles())
                    for (const QUrl &url : urls)
                        starts << QList<QUrl>{url};
                else
                    starts << urls;
                QJsonArray vectors;
                for (const auto &files : starts)
                    vectors.append(QJsonArray::fromStringList(KIO::DesktopExecParser(service, files).resultingArguments()));
                out[QString::number(count)] = vectors;
            }
            puts(QJsonDocument(out).toJson(QJsonDocument::Compact).constData());
        }
    }
}
