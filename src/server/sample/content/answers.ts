import type { Random } from './random.ts'
import type { Ticket } from './tickets.ts'

/** The answers of each prompt version for one ticket. */
export interface SampleAnswer {
  /** JSON with category, priority and sentiment. */
  readonly triage: string
  readonly reply: string
}

/** For each category, the category that a ticket is often confused with. */
const confusedWith: Readonly<Record<string, string>> = {
  returns: 'shipping',
  billing: 'account',
  shipping: 'returns',
  account: 'technical',
  technical: 'account',
  other: 'returns',
}

const actions: Readonly<Record<string, string>> = {
  returns: 'I have opened a return for you and sent the label to your address',
  billing: 'I have checked the payment and passed it to our accounts team',
  shipping: 'I have asked the courier where your parcel is',
  account: 'I have reset the access to your account',
  technical: 'I have reproduced the error and reported it to our engineers',
  other: 'I have asked a colleague in the shop',
}

/** For each version, the share of tickets that it sorts correctly, and of replies that name the next step. */
const qualities = { 2: { right: 0.72, promises: 0.6 }, 3: { right: 0.87, promises: 0.88 } } as const

/** Makes the answers of one version of the prompts, one for each ticket. */
export function makeAnswers(
  random: Random,
  tickets: readonly Ticket[],
  version: keyof typeof qualities,
): SampleAnswer[] {
  const { right, promises } = qualities[version]
  return tickets.map((ticket) => {
    const category = random.next() < right ? ticket.category : confusedWith[ticket.category]!
    const isAngry = /unacceptable|third time|today/.test(ticket.text)
    const priority = random.next() < 0.04 ? 'urgent' : isAngry ? 'high' : 'normal'
    const sentiment = isAngry ? 'negative' : 'neutral'
    return {
      triage: JSON.stringify({ category, priority, sentiment }),
      reply: replyOf(ticket, version, random.next() < promises),
    }
  })
}

function replyOf({ category }: Ticket, version: keyof typeof qualities, isPromising: boolean): string {
  const action = actions[category]!
  const next = isPromising ? ' You will hear from me again by tomorrow evening.' : ''
  return version === 2
    ? `Thank you for writing to us. ${action}.${next} Kind regards, your support team`
    : `Thank you for your message, and sorry for the trouble. ${action}.${next} Kind regards, your support team`
}
