import { allMatches, type Detector } from '../match.ts'

const octet = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)'
const v4 = new RegExp(`(?<![A-Za-z0-9_.-])${octet}(?:\\.${octet}){3}(?![A-Za-z0-9_-]|\\.\\d)`, 'g')
const v6 =
  /(?<![A-Za-z0-9:.])(?:[0-9A-Fa-f]{0,4}:){2,7}(?:[0-9A-Fa-f]{1,4}|(?:\d{1,3}\.){3}\d{1,3})?(?![A-Za-z0-9:])/g

export const ip: Detector = {
  label: 'IP',
  *find(text) {
    for (const match of allMatches(v4, text)) if (!isVersion(text, match.from)) yield match
    for (const match of allMatches(v6, text)) if (isV6(match.value)) yield match
  },
  canonical: (value) => value.toLowerCase(),
}

/** `version 1.2.3.4` is no address. */
const isVersion = (text: string, from: number): boolean =>
  /(?:\bv|(?:version|release|build)[ :=]{0,2})$/i.test(text.slice(Math.max(0, from - 12), from))

/** Eight groups, or fewer with one `::`. Times such as 10:20:30 and `::` of programs have neither. */
function isV6(value: string): boolean {
  const halves = value.split('::')
  if (halves.length > 2) return false
  const groups = value.split(':').filter((group) => group !== '')
  const count = groups.length + (value.includes('.') ? 1 : 0)
  if (halves.length === 2) return count >= 2 && count <= 7
  return count === 8 && !value.startsWith(':') && !value.endsWith(':')
}
