import { Link } from '@tanstack/react-router'
import { Button, buttonStyle } from '../design/index.ts'
import { Activity, FileText, Table2 } from '../icons/index.ts'

interface Props {
  readonly onPrompt: () => void
  readonly onRows: () => void
}

/** Buttons that replace the example of a new playground by other content. */
export const Starts = ({ onPrompt, onRows }: Props) => (
  <section
    aria-label="Start with"
    className="mt-3 flex flex-col items-start gap-1.5 border-t pt-3 first:mt-0 first:border-t-0 first:pt-0"
  >
    <h2 className="text-small font-medium text-ink">Start with</h2>
    <Button size="small" className="text-ink" onClick={onPrompt}>
      <FileText />A prompt
    </Button>
    <Button size="small" className="text-ink" onClick={onRows}>
      <Table2 />
      Rows as cases
    </Button>
    <Link to="/requests" className={buttonStyle({ size: 'small', className: 'text-ink' })}>
      <Activity />A logged request
    </Link>
  </section>
)
