import type { Random } from './random.ts'

export interface Ticket {
  readonly text: string
  /** The expected category. */
  readonly category: string
  readonly plan: string
}

const products = [
  'walking boots',
  'rain jacket',
  'tent',
  'sleeping bag',
  'camping stove',
  'head torch',
  'rucksack',
]
const endings = [
  '',
  ' Thanks for your help.',
  ' This is the third time I write.',
  ' I need this resolved today, please.',
  ' Frankly, this is unacceptable.',
  ' No hurry.',
]

/** `#` stands for the number of an order, `*` for a product. */
const texts: Readonly<Record<string, readonly string[]>> = {
  returns: [
    'The * from order # are the wrong size. How do I return them?',
    'I sent the * back two weeks ago and still have no refund for order #.',
    'Can I exchange the * of order # for another colour?',
    'The * broke on the first trip. I want my money back, order #.',
  ],
  billing: [
    'I was charged twice for order #. Please check my card.',
    'The invoice for order # lacks our VAT number.',
    'Why did my subscription renew at a higher price? Order #.',
    'My payment for the * failed three times although the card is fine. Order #.',
  ],
  shipping: [
    'Tracking of order # has not moved for six days. Where is my parcel?',
    'The courier says the * of order # was delivered, but nothing is here.',
    'Can order # with the * be delivered to a neighbour instead?',
    'Order # is stuck in customs. What do you need from me?',
  ],
  account: [
    'I cannot log in any more since I changed my phone; two-factor asks for the old one.',
    'Please change the e-mail address of my account, order # went to the old one.',
    'The link to reset my password has expired before it arrived.',
    'Please delete my account and everything you know about me.',
  ],
  technical: [
    'Your app crashes when I open order #.',
    'The page of the * shows an error in every browser I tried.',
    'The button to pay does nothing on my phone. Order #.',
    'The size guide of the * is a blank screen.',
  ],
  other: [
    'Do you have a shop in Rotterdam where I can try the *?',
    'Is the * vegan?',
    'I would love to write about the * for our magazine. Whom do I ask?',
    'Which * do you recommend for a week in Norway?',
  ],
}

const plans = ['basic', 'basic', 'basic', 'plus', 'plus', 'business']

export function makeTickets(random: Random, count: number): Ticket[] {
  const categories = Object.keys(texts)
  return Array.from({ length: count }, (_none, index) => {
    const category = categories[index % categories.length]!
    const text = random
      .of(texts[category]!)
      .replaceAll('#', `A-${random.whole(10_000, 99_999)}`)
      .replaceAll('*', random.of(products))
    return { text: text + random.of(endings), category, plan: random.of(plans) }
  })
}
