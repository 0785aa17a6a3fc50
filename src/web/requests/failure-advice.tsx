import { Link } from '@tanstack/react-router'

interface Props {
  readonly advice: string
  readonly isKeyProblem: boolean
}

/** Advice about a failure of a provider. */
export const FailureAdvice = ({ advice, isKeyProblem }: Props) => (
  <p className="text-small">
    {advice}
    {isKeyProblem && (
      <>
        {' '}
        <Link to="/settings/connections" className="font-medium underline">
          Open provider keys
        </Link>
      </>
    )}
  </p>
)
