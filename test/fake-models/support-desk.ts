import { hash } from 'node:crypto'
import type { Question, Reply } from './question.ts'

/** Words that classify a ticket; the first kind with a match wins. */
const kinds = [
  ['returns', /refund|return|exchange|money back|wrong size/i],
  ['billing', /invoice|charged|payment|card|vat|subscription/i],
  ['shipping', /parcel|deliver|tracking|courier|customs|shipped/i],
  ['account', /password|log ?in|sign in|e-?mail address|two-factor|account/i],
  ['technical', /error|crash|app|page|button|screen|browser/i],
] as const

/** A number from 0 to 1, exclusive, the same for the same text. */
const chance = (text: string): number =>
  Number.parseInt(hash('sha256', text, 'hex').slice(0, 8), 16) / 2 ** 32

/**
 * A support desk for demonstrations: triages tickets, answers them and judges the answers, sometimes wrongly. Null for other
 * questions.
 */
export function supportDesk(question: Question): Reply | null {
  const { text, schema } = question
  const pace = { first: 40 + Math.floor(chance(text) * 160) }
  if (schema !== null)
    return text.includes('Kind regards') || text.includes('Noted.') ? judged(text, pace) : null
  const ticket = /Ticket:\s*([\s\S]+)$/.exec(text)?.[1]?.trim()
  if (ticket === undefined) return null
  if (/classify/i.test(text)) return triaged(ticket, pace)
  return answered(ticket, pace)
}

type Pace = NonNullable<Reply['pace']>

function triaged(ticket: string, pace: Pace): Reply {
  const right = kinds.find(([, words]) => words.test(ticket))?.[0] ?? 'other'
  const category = chance(`slip ${ticket}`) < 0.06 ? 'other' : right
  const isUrgent = /urgent|immediately|today|asap/i.test(ticket)
  const calm = chance(ticket) < 0.3 ? 'low' : 'normal'
  const priority = chance(`odd ${ticket}`) < 0.03 ? 'P2' : isUrgent ? 'high' : calm
  const sentiment = /unacceptable|third time|ridiculous|angry/i.test(ticket) ? 'negative' : 'neutral'
  const text = JSON.stringify({ category, priority, sentiment })
  return {
    text,
    pace,
    usage: { input: 210 + Math.ceil(ticket.length / 4), output: Math.ceil(text.length / 4) },
  }
}

const lines: Readonly<Record<string, string>> = {
  returns:
    'I have opened the return for you; the label is in your mailbox, and the money is back within five days.',
  billing: 'I have looked at the invoice and corrected it; the difference is credited with your next bill.',
  shipping:
    'Your parcel is with the courier; I have asked them for a new attempt and will write when it moves.',
  account: 'I have sent you a link with which you choose a new password; it is good for one hour.',
  technical:
    'I could reproduce what you describe and passed it to our engineers; until it is fixed, please use the web shop.',
  other: 'I have passed your question to a colleague, who will write to you by tomorrow noon.',
}

function answered(ticket: string, pace: Pace): Reply {
  const kind = kinds.find(([, words]) => words.test(ticket))?.[0] ?? 'other'
  const text =
    chance(`curt ${ticket}`) < 0.09
      ? 'Noted. See the help pages.'
      : `Thank you for writing to us about "${ticket.slice(0, 60).trim()}".\n\n${lines[kind]}\n\nKind regards\nYour support team`
  return {
    text,
    pace: { first: (pace.first ?? 0) * 2 },
    usage: { input: 340 + Math.ceil(ticket.length / 4), output: Math.ceil(text.length / 4) },
  }
}

function judged(text: string, pace: Pace): Reply {
  const isGood = text.includes('Kind regards')
  const reasoning = isGood
    ? 'The answer thanks the customer, says what was done and what happens next.'
    : 'The answer is curt: it neither thanks the customer nor says what will be done.'
  return {
    text: JSON.stringify({ reasoning, value: isGood }),
    pace,
    usage: { input: 420 + Math.ceil(text.length / 4), output: Math.ceil(reasoning.length / 4) + 8 },
  }
}
