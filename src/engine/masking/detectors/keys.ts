import { allMatches, type Detector, type Match } from '../match.ts'

/** Keys with a prefix of their vendor. The part after the prefix is bounded. */
const vendors: readonly RegExp[] = [
  // OpenAI, Anthropic, OpenRouter, DeepSeek and others.
  /(?<![A-Za-z0-9_-])sk-(?:[A-Za-z0-9]{2,12}-){0,3}[A-Za-z0-9_-]{20,200}/g,
  // Stripe.
  /(?<![A-Za-z0-9])(?:sk|pk|rk|whsec)_(?:live_|test_)?[A-Za-z0-9]{16,120}/g,
  // AWS.
  /(?<![A-Za-z0-9])(?:AKIA|ASIA|AROA|AIDA)[A-Z2-7]{16}(?![A-Za-z0-9])/g,
  // GitHub, GitLab.
  /(?<![A-Za-z0-9])gh[pousr]_[A-Za-z0-9]{36,255}/g,
  /(?<![A-Za-z0-9])github_pat_[A-Za-z0-9_]{22,255}/g,
  /(?<![A-Za-z0-9])glpat-[A-Za-z0-9_-]{20,64}/g,
  // Slack.
  /(?<![A-Za-z0-9])xox[abeoprs]-[A-Za-z0-9-]{10,250}/g,
  // Google.
  /(?<![A-Za-z0-9])AIza[A-Za-z0-9_-]{35}/g,
  /(?<![A-Za-z0-9])ya29\.[A-Za-z0-9_-]{20,400}/g,
  // Hugging Face, Groq, Replicate, npm, PyPI, SendGrid, Databricks, PromptLayer, Langfuse.
  /(?<![A-Za-z0-9])(?:hf|gsk|r8|npm)_[A-Za-z0-9]{30,120}/g,
  /(?<![A-Za-z0-9])pypi-[A-Za-z0-9_-]{50,250}/g,
  /(?<![A-Za-z0-9])SG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{30,64}/g,
  /(?<![A-Za-z0-9])dapi[a-f0-9]{32}/g,
  /(?<![A-Za-z0-9])pl_[a-f0-9]{32}/g,
  // JSON web tokens.
  /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,2000}\.eyJ[A-Za-z0-9_-]{2,4000}\.[A-Za-z0-9_-]{0,1500}/g,
]

const begin = /-----BEGIN (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----/g
const end = /-----END (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----/g
/** The text of a key without its end. */
const body = /[A-Za-z0-9+/=\s:,.-]*/y

export const keys: Detector = {
  label: 'KEY',
  *find(text) {
    for (const pattern of vendors) yield* allMatches(pattern, text)
    if (text.includes('-----BEGIN ')) yield* blocks(text)
  },
  canonical: (value) => value,
}

function* blocks(text: string): Generator<Match> {
  for (const { from, to } of allMatches(begin, text)) {
    end.lastIndex = to
    const match = end.exec(text)
    body.lastIndex = to
    yield { from, to: match ? match.index + match[0].length : to + body.exec(text)![0].length }
  }
}
