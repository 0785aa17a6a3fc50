import { Link } from '@tanstack/react-router'

interface Props {
  readonly advice: string
  readonly isOfKey: boolean
}

/** Advice about a failure of a provider. */
export const FailureAdvice = ({ advice, isOfKey }: Props) => (
  <p className="text-small">
    {advice}
    {isOfKey && (
      <>
        {' '}
        <Link to="/settings/connections" className="font-medium underline">
          Open provider keys
        </Link>
      </>
    )}
  </p>
)
