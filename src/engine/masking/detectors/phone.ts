import { allMatches, continuesWord, type Detector, digitsOf, standsAlone } from '../match.ts'

/** `+49 171 1234567`, `0049-171-1234567`, `+1 (415) 555-2671`. */
const international = /(?:\+|00)[ ]?\(?[1-9]\d{0,3}\)?(?:[ ./-]{0,2}\(?\d{1,5}\)?){1,7}/g
/** `(415) 555-2671`, `415-555-2671`, `415.555.2671`. */
const american = /\(?[2-9]\d{2}\)?[ .-]{1,2}[2-9]\d{2}[ .-]\d{4}/g
/** `0171 1234567`, `030/123456`, `06 12 34 56 78`, `090-1234-5678`. */
const trunk = /\(?0\d{1,4}\)?(?:[ ./-]{1,2}\d{2,8}){1,5}/g
/** `138-1234-5678` and, beside Chinese text, `13812345678`. */
const chinese =
  /1[3-9]\d[ -]\d{4}[ -]\d{4}|(?<=\p{Script=Han}[：:，, ]{0,2})1[3-9]\d{9}|1[3-9]\d{9}(?=\p{Script=Han})/gu
/** `8 (495) 123-45-67`. */
const russian = /8[ -]?\(?\d{3}\)?[ -]?\d{3}[ -]\d{2}[ -]\d{2}/g
/** A number of any form, if a word for a telephone is beside it. */
const plain = /\(?\d{1,5}\)?(?:[ ./-]?\d{2,8}){1,4}/g
const words = [
  'phone|tel|telephone|mobile|cell|call|call me|whatsapp|sms|fax|handy|mobil|telefon|anruf|rufen sie|téléphone|portable|appelez|appeler',
  'teléfono|móvil|celular|llámame|llámeme|llame|telefone|ligue|telefono|cellulare|chiama|chiamare|komórka|dzwonić|zadzwoń|telefoon',
  'телефон|тел|мобильный|номер|звоните|позвоните|هاتف|الهاتف|رقم|اتصل|फ़ोन|फोन|मोबाइल|전화|휴대폰|電話|携帯|电话|手机|拨打|điện thoại',
].join('|')
const number = 'number|no|nummer|numéro|número|numero|番号|번호|号码|号|नंबर'
/** Between the word and the number: "is", "at", "the". */
const link = 'is|at|on|ist|unter|est|au|le|es|al|è|é|il|para|to|pod|на|по'
const word = new RegExp(
  `(?:${words})(?: ?(?:${number}))?(?: (?:${link}))? ?[.:：#は为是]{0,2} {0,2}\\(?$`,
  'iu',
)
/** German verbs stand after the number. */
const wordAfter = /^ (?:anrufen|erreichbar|zu erreichen)/i
const maxWordLength = 40

/** No year begins with 0: `0049 89 1234567` is a number. */
const date = /^\(?(?:\d{1,2}[./ -]\d{1,2}[./ -]\d{4}|[1-9]\d{3}[./ -]\d{1,2}[./ -]\d{1,2})/
const address = /^\d{1,3}(?:\.\d{1,3}){3}$/

export const phone: Detector = {
  label: 'PHONE',
  *find(text) {
    for (const [pattern, fewest, most] of [
      [international, 8, 15],
      [american, 10, 10],
      [trunk, 9, 12],
      [chinese, 11, 11],
      [russian, 11, 11],
      [plain, 6, 13],
    ] as const)
      for (const { from, to, value } of allMatches(pattern, text)) {
        const count = digitsOf(value).length - (value.startsWith('00') ? 2 : 0)
        if (count < fewest || count > most || date.test(value) || address.test(value)) continue
        if (pattern === plain && !hasPhoneWord(text, from, to)) continue
        if (!value.startsWith('+') && /\d $/.test(text.slice(Math.max(0, from - 2), from))) continue
        if (standsAlone(text, from, to) && !continuesWord(text, from)) yield { from, to }
      }
  },
  canonical: (value) => digitsOf(value).replace(/^00/, ''),
}

const hasPhoneWord = (text: string, from: number, to: number): boolean =>
  word.test(text.slice(Math.max(0, from - maxWordLength), from)) ||
  wordAfter.test(text.slice(to, to + maxWordLength))
