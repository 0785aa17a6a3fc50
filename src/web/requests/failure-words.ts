import { providerName } from '../design/values.ts'

interface FailureWords {
  readonly title: string
  /** Advice for the person. */
  readonly advice: string
  /** Whether the provider keys of the workspace may be the cause. */
  readonly isKeyProblem: boolean
}

/** Messages of calls that reached no server; logged requests of version 0.1.0 say "could not be called". */
const unreached = /could not be (reached|called)|ECONN|ENOTFOUND|EAI_AGAIN/
const missingModel = /^404\b|model .*(not exist|not found|not supported)/i

/** The failure, its provider, and advice; null for an error type that no provider causes. */
export function failureWords(
  type: string,
  provider: string | null,
  message: string | null,
): FailureWords | null {
  const providerText = provider === null ? 'the provider' : providerName(provider)
  const words = (title: string, advice: string, isKeyProblem = false) => ({
    title: title.charAt(0).toUpperCase() + title.slice(1),
    advice,
    isKeyProblem,
  })
  switch (type.toUpperCase()) {
    case 'PROVIDER_AUTH_ERROR':
      return words(`${providerText} refused the key.`, 'Check the provider key.', true)
    case 'PROVIDER_QUOTA_LIMIT':
      return words(
        `The quota at ${providerText} is used up.`,
        'Raise it there, or use another provider key.',
        true,
      )
    case 'PROVIDER_RATE_LIMIT':
      return words(
        `The rate limit of ${providerText} is reached.`,
        'Retry in a minute, or raise the limit there.',
      )
    case 'PROVIDER_TIMEOUT':
      return words(`${providerText} gave no complete answer in time.`, 'Retry, or choose a faster model.')
    case 'PROVIDER_PARTIAL_RESPONSE':
      return words(`${providerText} ended its answer early.`, 'Retry the call.')
    case 'PROVIDER_ERROR':
      if (unreached.test(message ?? ''))
        return words(
          `${providerText} cannot be reached.`,
          'Retry. If this persists, check its status page and the address of the provider key.',
          true,
        )
      return missingModel.test(message ?? '')
        ? words(
            `${providerText} does not offer this model to this key.`,
            'Choose another model, or another key.',
            true,
          )
        : words(`${providerText} answered with an error.`, 'Change the call as the message says, or retry.')
    default:
      return null
  }
}
