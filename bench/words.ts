const words = (
  'the customer asked about an invoice from last month and our agent answered with the amount due date of payment ' +
  'terms for renewal because account settings show two active plans while support notes mention a refund request'
).split(' ')

/** English-looking text of this length, the same for the same seed. */
export function prose(length: number, seed: number): string {
  let state = seed * 2_654_435_761 + 1
  let text = ''
  while (text.length < length) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    text += `${words[state % words.length]} `
  }
  return text.slice(0, length)
}
