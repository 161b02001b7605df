# SPDX-License-Identifier: Apache-2.0
"""Sentences for the person, in the person's language: of the system's activities, and of this module's own errors.

Each language has every sentence, with the same {name}; a test compares them.
"""
import os, re

from .changing import CHANGING
from .sending import SENDING

WORDS = {
    "en": {
        "too_small": "“{name}” takes no file as large as this.",
        "no_room": "There is no room left on the disk.",
        "full": "“{name}” is full.", "denied": "“{name}” may not be used: permission is missing.",
        "fixed": "Nothing can be written to “{name}”.", "gone": "“{name}” is not there any more.",
        "faulty": "“{name}” cannot be read or written.", "disk": "There was a fault while reading or writing.",
        "unreached": "The network cannot be reached.", "closed": "The server does not accept the connection.",
        "no_program": "The program “{name}” is missing.",
        "program": "The program “{name}” failed.",
        "link": "“{name}” is a link now. Share the file again.", "no_file": "“{name}” is not a file.",
        "elsewhere": "“{name}” is not a file of this machine.", "too_large": "“{name}” is too large for this.",
        "no_text": "“{name}” is not plain text.", "nothing": "There is no text.", "no_home": "There is no home folder.",
        "too_long": "The text is too long for this.", "machine": "The whole machine cannot be packed.",
        "clipboard": "The clipboard cannot be reached.", "not_taken": "The device did not take “{name}”.",
        "no_device": "No paired device is in reach.", "no_address": "There is no address.",
        "server": "The server is a name such as social.example.", "no_code": "No QR code could be made.",
        "no_manager": "No file manager shows these items.", "no_wallpaper": "This desktop does not let its wallpaper be set.",
        "not_kept": "The desktop did not keep the new wallpaper.",
        "no_adapter": "Bluetooth is off, or there is no adapter. Turn it on in the settings.",
        "no_mail": "No mail program took this. Choose one in the settings.",
        "no_attachments": "“{name}” may leave the files out. "
            "Choose a mail program that attaches them in the settings, such as Thunderbird (no Flatpak or snap).",
        "odd_name": "“{name}” cannot be attached because of its name. Rename the file.",
        "no_name": "No file can be called “{name}” there. Rename it.",
        "no_chooser": "This desktop has no window to choose a place in.",
    },
    "de": {
        "too_small": "„{name}“ nimmt keine so große Datei auf.",
        "no_room": "Auf dem Datenträger ist kein Platz mehr.",
        "full": "„{name}“ ist voll.", "denied": "„{name}“ darf nicht benutzt werden: Die Berechtigung fehlt.",
        "fixed": "In „{name}“ kann nichts geschrieben werden.", "gone": "„{name}“ ist nicht mehr da.",
        "faulty": "„{name}“ kann nicht gelesen oder geschrieben werden.",
        "disk": "Beim Lesen oder Schreiben ist ein Fehler aufgetreten.",
        "unreached": "Das Netzwerk ist nicht erreichbar.", "closed": "Der Server nimmt die Verbindung nicht an.",
        "no_program": "Das Programm „{name}“ fehlt.",
        "program": "Das Programm „{name}“ ist gescheitert.",
        "link": "„{name}“ ist jetzt eine Verknüpfung. Bitte die Datei noch einmal teilen.",
        "no_file": "„{name}“ ist keine Datei.", "elsewhere": "„{name}“ ist keine Datei auf diesem Rechner.",
        "too_large": "„{name}“ ist hierfür zu groß.", "no_text": "„{name}“ ist kein reiner Text.",
        "nothing": "Es ist kein Text da.", "no_home": "Es gibt keinen persönlichen Ordner.",
        "too_long": "Der Text ist hierfür zu lang.", "machine": "Der ganze Rechner kann nicht gepackt werden.",
        "clipboard": "Die Zwischenablage ist nicht erreichbar.", "not_taken": "Das Gerät hat „{name}“ nicht angenommen.",
        "no_device": "Kein gekoppeltes Gerät ist erreichbar.", "no_address": "Es ist keine Adresse da.",
        "server": "Der Server ist ein Name wie social.example.", "no_code": "Es konnte kein QR-Code erstellt werden.",
        "no_manager": "Keine Dateiverwaltung zeigt diese Objekte an.",
        "no_wallpaper": "Auf diesem Schreibtisch lässt sich das Hintergrundbild nicht setzen.",
        "not_kept": "Der Schreibtisch hat das neue Hintergrundbild nicht behalten.",
        "no_adapter": "Bluetooth ist aus, oder es gibt keinen Adapter. Bitte in den Einstellungen einschalten.",
        "no_mail": "Kein E-Mail-Programm hat das angenommen. Bitte in den Einstellungen eines wählen.",
        "no_attachments": "„{name}“ lässt die Dateien womöglich weg. "
            "Bitte in den Einstellungen ein E-Mail-Programm wählen, das sie anhängt, etwa Thunderbird (kein Flatpak oder Snap).",
        "odd_name": "„{name}“ kann wegen des Namens nicht angehängt werden. Bitte die Datei umbenennen.",
        "no_name": "Dort kann keine Datei „{name}“ heißen. Bitte umbenennen.",
        "no_chooser": "Dieser Schreibtisch hat kein Fenster, um einen Ort zu wählen.",
    },
    "fr": {
        "too_small": "« {name} » n’accepte pas de fichier aussi volumineux.",
        "no_room": "Il n’y a plus de place sur le disque.",
        "full": "« {name} » est plein.", "denied": "Impossible d’utiliser « {name} » : autorisation manquante.",
        "fixed": "Impossible d’écrire dans « {name} ».", "gone": "« {name} » n’est plus là.",
        "faulty": "Impossible de lire ou d’écrire « {name} ».", "disk": "Une erreur de lecture ou d’écriture s’est produite.",
        "unreached": "Le réseau est injoignable.", "closed": "Le serveur n’accepte pas la connexion.",
        "no_program": "Il manque le programme « {name} ».",
        "program": "Le programme « {name} » a échoué.",
        "link": "« {name} » est maintenant un lien. Partagez le fichier à nouveau.",
        "no_file": "« {name} » n’est pas un fichier.", "elsewhere": "« {name} » n’est pas un fichier de cet ordinateur.",
        "too_large": "« {name} » est trop volumineux.", "no_text": "« {name} » n’est pas du texte brut.",
        "nothing": "Il n’y a pas de texte.", "no_home": "Il n’y a pas de dossier personnel.",
        "too_long": "Le texte est trop long.", "machine": "Impossible de compresser tout l’ordinateur.",
        "clipboard": "Le presse-papiers est inaccessible.", "not_taken": "L’appareil n’a pas accepté « {name} ».",
        "no_device": "Aucun appareil associé n’est à portée.", "no_address": "Il n’y a pas d’adresse.",
        "server": "Le serveur est un nom tel que social.example.", "no_code": "Impossible de créer un code QR.",
        "no_manager": "Aucun gestionnaire de fichiers n’affiche ces éléments.",
        "no_wallpaper": "Ce bureau ne permet pas de définir son fond d’écran.",
        "not_kept": "Le bureau n’a pas conservé le nouveau fond d’écran.",
        "no_adapter": "Le Bluetooth est désactivé ou il n’y a pas d’adaptateur. Activez-le dans les paramètres.",
        "no_mail": "Aucun logiciel de messagerie n’a pris cela en charge. Choisissez-en un dans les paramètres.",
        "no_attachments": "« {name} » risque d’omettre les fichiers. "
            "Choisissez dans les paramètres un logiciel qui les joint, comme Thunderbird (ni Flatpak ni snap).",
        "odd_name": "Impossible de joindre « {name} » à cause de son nom. Renommez le fichier.",
        "no_name": "Aucun fichier ne peut s’y appeler « {name} ». Renommez-le.",
        "no_chooser": "Ce bureau n’a pas de fenêtre pour choisir un emplacement.",
    },
    "es": {
        "too_small": "«{name}» no admite un archivo tan grande.",
        "no_room": "No queda espacio en el disco.",
        "full": "«{name}» está lleno.", "denied": "No se puede usar «{name}»: falta el permiso.",
        "fixed": "No se puede escribir en «{name}».", "gone": "«{name}» ya no está ahí.",
        "faulty": "No se puede leer o escribir «{name}».", "disk": "Hubo un error al leer o escribir.",
        "unreached": "No se puede acceder a la red.", "closed": "El servidor no acepta la conexión.",
        "no_program": "Falta el programa «{name}».",
        "program": "El programa «{name}» ha fallado.",
        "link": "«{name}» es ahora un enlace. Comparta el archivo de nuevo.",
        "no_file": "«{name}» no es un archivo.", "elsewhere": "«{name}» no es un archivo de este equipo.",
        "too_large": "«{name}» es demasiado grande.", "no_text": "«{name}» no es texto sin formato.",
        "nothing": "No hay texto.", "no_home": "No hay carpeta personal.",
        "too_long": "El texto es demasiado largo.", "machine": "No se puede comprimir el equipo entero.",
        "clipboard": "No se puede acceder al portapapeles.", "not_taken": "El dispositivo no aceptó «{name}».",
        "no_device": "No hay ningún dispositivo vinculado al alcance.", "no_address": "No hay ninguna dirección.",
        "server": "El servidor es un nombre como social.example.", "no_code": "No se pudo crear el código QR.",
        "no_manager": "Ningún gestor de archivos muestra estos elementos.",
        "no_wallpaper": "Este escritorio no permite cambiar su fondo.",
        "not_kept": "El escritorio no conservó el nuevo fondo.",
        "no_adapter": "El Bluetooth está desactivado o no hay adaptador. Actívelo en la configuración.",
        "no_mail": "Ningún programa de correo lo aceptó. Elija uno en la configuración.",
        "no_attachments": "Es posible que «{name}» omita los archivos. "
            "Elija en la configuración un programa que los adjunte, como Thunderbird (ni Flatpak ni snap).",
        "odd_name": "No se puede adjuntar «{name}» por su nombre. Cambie el nombre del archivo.",
        "no_name": "Ningún archivo puede llamarse «{name}» allí. Cambie el nombre.",
        "no_chooser": "Este escritorio no tiene una ventana para elegir un lugar.",
    },
    "pt-BR": {
        "too_small": "“{name}” não aceita um arquivo tão grande.",
        "no_room": "Não há mais espaço no disco.",
        "full": "“{name}” está cheio.", "denied": "Não é possível usar “{name}”: falta permissão.",
        "fixed": "Não é possível gravar em “{name}”.", "gone": "“{name}” não está mais lá.",
        "faulty": "Não é possível ler ou gravar “{name}”.", "disk": "Houve um erro ao ler ou gravar.",
        "unreached": "Não é possível acessar a rede.", "closed": "O servidor não aceita a conexão.",
        "no_program": "Falta o programa “{name}”.",
        "program": "O programa “{name}” falhou.",
        "link": "“{name}” agora é um link. Compartilhe o arquivo novamente.",
        "no_file": "“{name}” não é um arquivo.", "elsewhere": "“{name}” não é um arquivo deste computador.",
        "too_large": "“{name}” é grande demais.", "no_text": "“{name}” não é texto simples.",
        "nothing": "Não há texto.", "no_home": "Não há pasta pessoal.",
        "too_long": "O texto é longo demais.", "machine": "Não é possível compactar o computador inteiro.",
        "clipboard": "Não é possível acessar a área de transferência.", "not_taken": "O dispositivo não aceitou “{name}”.",
        "no_device": "Nenhum dispositivo pareado está ao alcance.", "no_address": "Não há endereço.",
        "server": "O servidor é um nome como social.example.", "no_code": "Não foi possível criar o código QR.",
        "no_manager": "Nenhum gerenciador de arquivos mostra estes itens.",
        "no_wallpaper": "Esta área de trabalho não permite definir o papel de parede.",
        "not_kept": "A área de trabalho não manteve o novo papel de parede.",
        "no_adapter": "O Bluetooth está desligado ou não há adaptador. Ligue-o nas configurações.",
        "no_mail": "Nenhum programa de e-mail aceitou isto. Escolha um nas configurações.",
        "no_attachments": "“{name}” pode deixar os arquivos de fora. "
            "Escolha nas configurações um programa que os anexe, como o Thunderbird (nem Flatpak nem snap).",
        "odd_name": "Não é possível anexar “{name}” por causa do nome. Renomeie o arquivo.",
        "no_name": "Nenhum arquivo pode se chamar “{name}” ali. Renomeie-o.",
        "no_chooser": "Este ambiente não tem uma janela para escolher um local.",
    },
    "ru": {
        "too_small": "«{name}» не принимает файлы такого размера.",
        "no_room": "На диске нет места.",
        "full": "В «{name}» нет места.", "denied": "Нет прав на доступ к «{name}».",
        "fixed": "В «{name}» нельзя ничего записать.", "gone": "«{name}» больше нет на месте.",
        "faulty": "Не удаётся прочитать или записать «{name}».", "disk": "Произошла ошибка чтения или записи.",
        "unreached": "Сеть недоступна.", "closed": "Сервер не принимает соединение.",
        "no_program": "Не хватает программы «{name}».",
        "program": "Программа «{name}» завершилась с ошибкой.",
        "link": "«{name}» теперь ссылка. Поделитесь файлом ещё раз.",
        "no_file": "«{name}» не файл.", "elsewhere": "Файла «{name}» нет на этом компьютере.",
        "too_large": "Для этого «{name}» имеет слишком большой размер.", "no_text": "«{name}» не простой текст.",
        "nothing": "Текста нет.", "no_home": "Нет домашней папки.",
        "too_long": "Текст слишком длинный.", "machine": "Нельзя упаковать весь компьютер.",
        "clipboard": "Буфер обмена недоступен.", "not_taken": "Устройство не приняло «{name}».",
        "no_device": "Рядом нет сопряжённых устройств.", "no_address": "Нет адреса.",
        "server": "Сервер — это имя, например social.example.", "no_code": "Не удалось создать QR-код.",
        "no_manager": "Ни один файловый менеджер не показывает эти объекты.",
        "no_wallpaper": "На этом рабочем столе нельзя сменить обои.",
        "not_kept": "Рабочий стол не сохранил новые обои.",
        "no_adapter": "Bluetooth выключен, или нет адаптера. Включите его в настройках.",
        "no_mail": "Ни одна почтовая программа это не приняла. Выберите программу в настройках.",
        "no_attachments": "«{name}» может не приложить файлы. "
            "Выберите в настройках программу, которая их прикладывает, например Thunderbird (не Flatpak и не snap).",
        "odd_name": "Не удаётся приложить «{name}» из-за имени. Переименуйте файл.",
        "no_name": "Файл не может там называться «{name}». Переименуйте его.",
        "no_chooser": "В этой среде нет окна для выбора места.",
    },
    "zh-CN": {
        "too_small": "“{name}”无法存放这么大的文件。",
        "no_room": "磁盘空间不足。",
        "full": "“{name}”已满。", "denied": "没有使用“{name}”的权限。",
        "fixed": "无法写入“{name}”。", "gone": "“{name}”已不存在。",
        "faulty": "无法读取或写入“{name}”。", "disk": "读取或写入时出错。",
        "unreached": "无法连接到网络。", "closed": "服务器不接受连接。",
        "no_program": "缺少程序“{name}”。",
        "program": "程序“{name}”运行失败。",
        "link": "“{name}”现在是一个链接。请重新分享该文件。",
        "no_file": "“{name}”不是文件。", "elsewhere": "“{name}”不是这台电脑上的文件。",
        "too_large": "“{name}”太大了。", "no_text": "“{name}”不是纯文本。",
        "nothing": "没有文本。", "no_home": "没有主文件夹。",
        "too_long": "文本太长了。", "machine": "无法压缩整台电脑。",
        "clipboard": "无法访问剪贴板。", "not_taken": "设备未接收“{name}”。",
        "no_device": "附近没有已配对的设备。", "no_address": "没有地址。",
        "server": "服务器应是类似 social.example 的名称。", "no_code": "无法生成二维码。",
        "no_manager": "没有文件管理器可显示这些项目。",
        "no_wallpaper": "此桌面不支持设置壁纸。",
        "not_kept": "桌面未保留新壁纸。",
        "no_adapter": "蓝牙已关闭，或没有适配器。请在设置中打开蓝牙。",
        "no_mail": "没有邮件程序接受此内容。请在设置中选择一个。",
        "no_attachments": "“{name}”可能不会附上文件。请在设置中选择会附上文件的邮件程序，例如 Thunderbird（非 Flatpak 或 snap）。",
        "odd_name": "“{name}”因名称无法附加。请重命名该文件。",
        "no_name": "那里的文件不能命名为“{name}”。请重命名。",
        "no_chooser": "此桌面没有用于选择位置的窗口。",
    },
    "ja": {
        "too_small": "“{name}”にはこれほど大きなファイルを保存できません。",
        "no_room": "ディスクに空きがありません。",
        "full": "“{name}”がいっぱいです。", "denied": "“{name}”を使う権限がありません。",
        "fixed": "“{name}”に書き込めません。", "gone": "“{name}”はもうありません。",
        "faulty": "“{name}”を読み書きできません。", "disk": "読み書き中にエラーが起きました。",
        "unreached": "ネットワークに接続できません。", "closed": "サーバーが接続を受け付けません。",
        "no_program": "プログラム“{name}”がありません。",
        "program": "プログラム“{name}”が失敗しました。",
        "link": "“{name}”は今はリンクです。ファイルをもう一度共有してください。",
        "no_file": "“{name}”はファイルではありません。", "elsewhere": "“{name}”はこのコンピューターのファイルではありません。",
        "too_large": "“{name}”は大きすぎます。", "no_text": "“{name}”はプレーンテキストではありません。",
        "nothing": "テキストがありません。", "no_home": "ホームフォルダーがありません。",
        "too_long": "テキストが長すぎます。", "machine": "コンピューター全体は圧縮できません。",
        "clipboard": "クリップボードを使えません。", "not_taken": "デバイスが“{name}”を受け取りませんでした。",
        "no_device": "ペアリング済みのデバイスが近くにありません。", "no_address": "アドレスがありません。",
        "server": "サーバーは social.example のような名前です。", "no_code": "QR コードを作成できませんでした。",
        "no_manager": "これらの項目を表示できるファイルマネージャーがありません。",
        "no_wallpaper": "このデスクトップでは壁紙を設定できません。",
        "not_kept": "デスクトップに新しい壁紙が保存されませんでした。",
        "no_adapter": "Bluetooth がオフか、アダプターがありません。設定でオンにしてください。",
        "no_mail": "メールのプログラムが受け付けませんでした。設定で選んでください。",
        "no_attachments": "“{name}”はファイルを添付しないことがあります。設定で Thunderbird（Flatpak や snap ではないもの）など、添付できるプログラムを選んでください。",
        "odd_name": "“{name}”は名前が原因で添付できません。ファイル名を変更してください。",
        "no_name": "そこではファイル名に“{name}”を使えません。名前を変更してください。",
        "no_chooser": "このデスクトップには場所を選ぶウィンドウがありません。",
    },
    "ar": {
        "too_small": "لا يقبل «{name}» ملفًا بهذا الحجم.",
        "no_room": "لا توجد مساحة على القرص.",
        "full": "«{name}» ممتلئ.", "denied": "لا يمكن استخدام «{name}»: لا توجد صلاحية.",
        "fixed": "تتعذر الكتابة في «{name}».", "gone": "«{name}» لم يعد موجودًا.",
        "faulty": "تتعذر قراءة «{name}» أو الكتابة فيه.", "disk": "حدث خطأ أثناء القراءة أو الكتابة.",
        "unreached": "يتعذر الوصول إلى الشبكة.", "closed": "لا يقبل الخادم الاتصال.",
        "no_program": "البرنامج «{name}» غير موجود.",
        "program": "فشل البرنامج «{name}».",
        "link": "أصبح «{name}» رابطًا الآن. شارك الملف مرة أخرى.",
        "no_file": "«{name}» ليس ملفًا.", "elsewhere": "«{name}» ليس ملفًا على هذا الجهاز.",
        "too_large": "«{name}» أكبر من اللازم.", "no_text": "«{name}» ليس نصًا عاديًا.",
        "nothing": "لا يوجد نص.", "no_home": "لا يوجد مجلد رئيسي.",
        "too_long": "النص أطول من اللازم.", "machine": "لا يمكن ضغط الجهاز كله.",
        "clipboard": "يتعذر الوصول إلى الحافظة.", "not_taken": "لم يقبل الجهاز «{name}».",
        "no_device": "لا يوجد جهاز مقترن قريب.", "no_address": "لا يوجد عنوان.",
        "server": "الخادم اسم مثل social.example.", "no_code": "تعذر إنشاء رمز QR.",
        "no_manager": "لا يوجد مدير ملفات يعرض هذه العناصر.",
        "no_wallpaper": "لا يسمح سطح المكتب هذا بتغيير خلفيته.",
        "not_kept": "لم يحتفظ سطح المكتب بالخلفية الجديدة.",
        "no_adapter": "البلوتوث متوقف أو لا يوجد محوّل. شغّله من الإعدادات.",
        "no_mail": "لم يقبل أي برنامج بريد هذا. اختر برنامجًا من الإعدادات.",
        "no_attachments": "قد لا يرفق “{name}” الملفات. "
            "اختر من الإعدادات برنامج بريد يرفقها، مثل Thunderbird (لا Flatpak ولا snap).",
        "odd_name": "لا يمكن إرفاق “{name}” بسبب اسمه. أعد تسمية الملف.",
        "no_name": "لا يمكن تسمية ملف «{name}» هناك. غيّر اسمه.",
        "no_chooser": "لا توجد في سطح المكتب هذا نافذة لاختيار مكان.",
    },
    "he": {
        "too_small": "„{name}” אינו מקבל קובץ גדול כל כך.",
        "no_room": "אין מקום פנוי בכונן.",
        "full": "אין מקום פנוי ב„{name}”.", "denied": "אין הרשאה להשתמש ב„{name}”.",
        "fixed": "לא ניתן לכתוב ל„{name}”.", "gone": "„{name}” כבר לא נמצא.",
        "faulty": "לא ניתן לקרוא את „{name}” או לכתוב אליו.", "disk": "אירעה שגיאה בקריאה או בכתיבה.",
        "unreached": "לא ניתן להתחבר לרשת.", "closed": "השרת אינו מקבל את החיבור.",
        "no_program": "התוכנית „{name}” חסרה.",
        "program": "התוכנית „{name}” נכשלה.",
        "link": "„{name}” הוא עכשיו קישור. יש לשתף את הקובץ שוב.",
        "no_file": "„{name}” אינו קובץ.", "elsewhere": "„{name}” אינו קובץ במחשב הזה.",
        "too_large": "„{name}” גדול מדי.", "no_text": "„{name}” אינו טקסט פשוט.",
        "nothing": "אין טקסט.", "no_home": "אין תיקיית בית.",
        "too_long": "הטקסט ארוך מדי.", "machine": "לא ניתן לדחוס את המחשב כולו.",
        "clipboard": "לא ניתן לגשת ללוח הגזירים.", "not_taken": "המכשיר לא קיבל את „{name}”.",
        "no_device": "אין מכשיר מותאם בטווח.", "no_address": "אין כתובת.",
        "server": "השרת הוא שם כגון social.example.", "no_code": "לא ניתן ליצור קוד QR.",
        "no_manager": "אף מנהל קבצים אינו מציג את הפריטים.",
        "no_wallpaper": "שולחן העבודה הזה אינו מאפשר לקבוע תמונת רקע.",
        "not_kept": "שולחן העבודה לא שמר את תמונת הרקע החדשה.",
        "no_adapter": "ה‑Bluetooth כבוי או שאין מתאם. יש להפעיל אותו בהגדרות.",
        "no_mail": "אף תוכנית דואר לא קיבלה את זה. יש לבחור תוכנית בהגדרות.",
        "no_attachments": "ייתכן ש„{name}” לא תצרף את הקבצים. "
            "יש לבחור בהגדרות תוכנית דואר שמצרפת אותם, כגון Thunderbird (לא Flatpak או snap).",
        "odd_name": "לא ניתן לצרף את „{name}” בגלל שמו. יש לשנות את שם הקובץ.",
        "no_name": "לא ניתן לקרוא שם לקובץ „{name}”. יש לשנות את השם.",
        "no_chooser": "בשולחן עבודה זה אין חלון לבחירת מקום.",
    },
}

for language in WORDS:
    WORDS[language] |= CHANGING[language] | SENDING[language]

# Characters that change the direction of text (Unicode's Bidi_Control).
TURNING = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")

# Languages that share another's translation; traditional Chinese does not.
ALIKE = {"zh-SG": "zh-CN", "zh-Hans": "zh-CN"}

# The request's locale, once the request has been read; until then, and for a form's options, the environment decides.
_languages = []


def speak(locale):
    """Sets the language by a locale such as de-AT, pt_BR.UTF-8 or zh-CN; None or "" leaves it to the environment."""
    _languages[:] = [locale] if locale else []


def languages():
    """The person's locales, best first."""
    return _languages or preferred()


def preferred():
    """The environment's locales, best first, read as gettext reads them."""
    values = map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))
    return [*os.environ.get("LANGUAGE", "").split(":"), next(filter(None, values), "")]


def in_language(texts, *locales):
    """The text in the first of the locales' languages that has one; else in English."""
    for locale in locales:
        tag = (locale or "").split(".")[0].split("@")[0].replace("_", "-")
        parts = tag.split("-")
        for language in ("-".join(parts[:2]), parts[0]):
            if (known := ALIKE.get(language, language)) in texts:
                return texts[known]
    return texts["en"]


def shown(name):
    """The name of a file, or of its path's last component, as one_line shows it."""
    text = os.fsencode(name).decode(errors="replace").rstrip("/")
    return one_line(text.rsplit("/", 1)[-1])


def one_line(text):
    """The text on one line, without characters that change its direction."""
    return " ".join(TURNING.sub("", text).split())


def said(sentence, name="", shown=shown):
    """A sentence by its key, in the person's language, with the name of a file inserted; pass `one_line` for other names."""
    return in_language(WORDS, *languages())[sentence].replace("{name}", shown(name))
