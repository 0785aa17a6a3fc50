import { deflateSync } from 'node:zlib'

/** A PDF with one page. Its text is in pieces, as where letters are kerned. */
export const pdfOf = (text: string): Buffer =>
  Buffer.concat([
    Buffer.from('%PDF-1.7\n1 0 obj\n<< /Filter /FlateDecode >>\nstream\n'),
    deflateSync(`BT [(${text.slice(0, 4)})-12(${text.slice(4)})] TJ ET`),
    Buffer.from('\nendstream\nendobj\n'),
  ])
