/** Sentences of a language: `{}` is where a value stands. */
export interface Language {
  readonly name: string
  /** Sentences around a secret of any kind but a telephone number. */
  readonly sentences: readonly string[]
  /** Sentences around a telephone number, with a word for a telephone. */
  readonly calls: readonly string[]
  /** Sentences around a value that no detector may take; see `decoys`. */
  readonly harmless: readonly string[]
  /** Forms that identify a telephone number without other words: `#` any digit, `N` 2 to 9. */
  readonly phones: readonly string[]
  /** Forms that need a word for a telephone beside them. */
  readonly plainPhones: readonly string[]
}

export const languages: readonly Language[] = [
  {
    name: 'English',
    sentences: ['My details are {}, please check.', 'Is {} right?', '{} belongs to my sister.', 'Use: {}'],
    calls: ['Please call {} after five.', 'My phone number is {}.', 'tel. {}'],
    harmless: ['Your order {} has shipped.', 'The report says {} here.', 'Ticket {} is closed.'],
    phones: ['(NN#) NN#-####', 'NN#-NN#-####', '+1 NN# NN# ####', '+44 20 7### ####', '07### ######'],
    plainPhones: ['NN# ####', 'NN########', '### ### ###'],
  },
  {
    name: 'German',
    sentences: [
      'Meine Angaben: {}, bitte prüfen.',
      'Ist {} richtig?',
      '{} gehört meiner Schwester.',
      'Nimm {}!',
    ],
    calls: ['Bitte unter {} anrufen.', 'Meine Telefonnummer: {}', 'Handy {} ist besetzt.'],
    harmless: ['Ihre Bestellung {} ist unterwegs.', 'Im Bericht steht {}.', 'Vorgang {} ist erledigt.'],
    phones: ['0171 #######', '030/######', '+49 171 #######', '0049 89 ########', '089-########'],
    plainPhones: ['171 #######', '01512#######', '089########'],
  },
  {
    name: 'French',
    sentences: [
      'Voici mes données : {}, merci.',
      'Est-ce que {} est juste ?',
      '{} est à ma sœur.',
      'Prenez {}.',
    ],
    calls: ['Appelez le {} ce soir.', 'Mon téléphone : {}', 'Portable {}, merci.'],
    harmless: ['La commande {} est partie.', 'Le rapport indique {}.', 'Le dossier {} est clos.'],
    phones: ['06 ## ## ## ##', '01.##.##.##.##', '+33 6 ## ## ## ##', '0033 1 ## ## ## ##'],
    plainPhones: ['06########', '6 ## ## ## ##'],
  },
  {
    name: 'Spanish',
    sentences: ['Mis datos son {}, gracias.', '¿Es correcto {}?', '{} es de mi hermana.', 'Usa {}.'],
    calls: ['Llámame al móvil {} hoy.', 'Mi teléfono es {}.', 'teléfono: {}'],
    harmless: ['Su pedido {} ha salido.', 'El informe dice {}.', 'El caso {} está cerrado.'],
    phones: ['+34 6## ### ###', '+34 9## ## ## ##', '0034 6########'],
    plainPhones: ['6## ### ###', '9## ## ## ##', '6########'],
  },
  {
    name: 'Italian',
    sentences: ['I miei dati: {}, grazie.', 'È giusto {}?', '{} è di mia sorella.', 'Usa {}.'],
    calls: ['Chiama il {} stasera.', 'Telefono: {}', 'Il mio cellulare {} è spento.'],
    harmless: ['Il suo ordine {} è partito.', 'La relazione dice {}.', 'La pratica {} è chiusa.'],
    phones: ['+39 3## #######', '06 ########', '0039 02 #######', '02-########'],
    plainPhones: ['3## #######', '3#########'],
  },
  {
    name: 'Portuguese',
    sentences: ['Meus dados são {}, obrigado.', '{} está certo?', '{} é da minha irmã.', 'Use {}.'],
    calls: ['Ligue para o celular {} hoje.', 'Meu telefone: {}', 'telefone {} por favor'],
    harmless: ['O pedido {} foi enviado.', 'O relatório diz {}.', 'O caso {} foi encerrado.'],
    phones: ['+55 11 9####-####', '(011) 9####-####', '+351 91# ### ###'],
    plainPhones: ['11 9####-####', '91# ### ###', '(11) 9####-####'],
  },
  {
    name: 'Polish',
    sentences: [
      'Moje dane to {}, proszę sprawdzić.',
      'Czy {} jest dobre?',
      '{} należy do siostry.',
      'Użyj {}.',
    ],
    calls: ['Proszę dzwonić: {}', 'Mój telefon: {}', 'komórka {} nie działa'],
    harmless: ['Zamówienie {} zostało wysłane.', 'Raport podaje {}.', 'Sprawa {} jest zamknięta.'],
    phones: ['+48 6## ### ###', '+48 22 ### ## ##', '0048 5########'],
    plainPhones: ['5## ### ###', '6########', '22 ### ## ##'],
  },
  {
    name: 'Russian',
    sentences: ['Мои данные: {}, проверьте.', 'Верно ли {}?', '{} у моей сестры.', 'Возьмите {}.'],
    calls: ['Мой телефон: {}', 'тел. {}', 'номер {} не отвечает'],
    harmless: ['Заказ {} отправлен.', 'В отчёте указано {}.', 'Обращение {} закрыто.'],
    phones: ['+7 9## ###-##-##', '+7 (495) ###-##-##', '+7 9#########'],
    plainPhones: ['8 9## ###-##-##', '8 (495) ###-##-##', '89#########'],
  },
  {
    name: 'Arabic',
    sentences: ['بياناتي هي {}، شكرا.', 'هل {} صحيح؟', '{} لأختي.', 'استخدم {} الآن.'],
    calls: ['هاتف: {}', 'رقم {} مشغول', 'الهاتف {} للعمل'],
    harmless: ['تم شحن الطلب {}.', 'يقول التقرير {}.', 'أغلقت التذكرة {}.'],
    phones: ['+966 5# ### ####', '+20 10 #### ####', '00971 50 #######', '050 ### ####'],
    plainPhones: ['05########', '010 #### ####', '5########'],
  },
  {
    name: 'Hindi',
    sentences: ['मेरी जानकारी {} है।', 'क्या {} सही है?', '{} मेरी बहन का है।', 'कृपया {} लें।'],
    calls: ['फ़ोन: {}', 'मोबाइल {} पर बात करें', 'मेरा मोबाइल नंबर {} है'],
    harmless: ['ऑर्डर {} भेजा गया।', 'रिपोर्ट में {} लिखा है।', 'टिकट {} बंद है।'],
    phones: ['+91 9#### #####', '+91-8#########', '0091 7#########'],
    plainPhones: ['9#### #####', '8#########', '98## ### ###'],
  },
  {
    name: 'Chinese',
    sentences: ['我的资料是{}，请查看。', '{}对吗？', '{}是我姐姐的。', '请用{}。'],
    calls: ['请打电话{}。', '手机号码：{}', '我的手机号是{}，谢谢'],
    harmless: ['订单{}已发货。', '报告写着{}。', '工单{}已关闭。'],
    phones: ['138########', '+86 139 #### ####', '010-########', '137-####-####'],
    plainPhones: ['138 #### ####', '6### ####', '137########'],
  },
  {
    name: 'Japanese',
    sentences: ['私の情報は{}です。', '{}で正しいですか。', '{}は姉のものです。', '{}を使ってください。'],
    calls: ['電話番号は{}です。', '携帯：{}', '電話 {} にお願いします'],
    harmless: ['注文{}を発送しました。', '報告書には{}とあります。', 'チケット{}は完了です。'],
    phones: ['090-####-####', '03-####-####', '+81 90 #### ####', '080 #### ####'],
    plainPhones: ['0312345###', '090########', '3-####-####'],
  },
]
