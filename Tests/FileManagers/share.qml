// SPDX-License-Identifier: Apache-2.0
// A KDE app that shares two files by the entry of ours that Purpose offers it.
import QtQml 2.15
import QtQml.Models 2.15
import QtQuick 2.15
import org.kde.purpose 1.0 as Purpose

Item {
    Purpose.PurposeAlternativesModel {
        id: alternatives
        pluginType: "Export"
        inputData: ({ "urls": ["file:///home/person/files/it's \"q\" 100%25.txt", "file:///home/person/files/Grüße.txt"],
                      "mimeType": "text/plain" })
    }
    Instantiator {
        model: alternatives
        delegate: QtObject {
            property string what: model.display
            property string id: model.pluginId
        }
        onObjectAdded: (index, object) => {
            console.log("offered", object.id, object.what)
            if (object.id !== "io.activityd.share") return
            const configuration = alternatives.configureJob(index)
            console.log("ready", configuration.isReady)
            const job = configuration.createJob()
            job.result.connect(() => { console.log("ended", job.error, JSON.stringify(job.output)); Qt.exit(0) })
            job.start()
        }
    }
}
