import { ChevronDown, Play, Square } from 'lucide-react'
import { Button, Dialog, Menu, MenuItem } from '../../design/index.ts'
import type { Running } from './use-run.ts'

interface Props {
  readonly running: Running
  readonly isRunning: boolean
  readonly counts: Readonly<Record<string, number>>
}

const number = (count = 0) => count.toLocaleString('en')

export function RunMenu({ running, isRunning, counts }: Props) {
  const { asked } = running
  return (
    <>
      {isRunning ? (
        <Button onClick={running.stop}>
          <Square />
          Stop
        </Button>
      ) : (
        <Menu
          trigger={
            <Button kind="primary" disabled={running.isBusy}>
              <Play />
              Run
              <ChevronDown />
            </Button>
          }
        >
          <MenuItem onSelect={() => running.run({ statuses: ['STALE'] })}>
            Stale cells <Count>{number(counts['STALE'])}</Count>
          </MenuItem>
          <MenuItem onSelect={() => running.run({ statuses: ['FAILED'] })}>
            Failed cells <Count>{number(counts['FAILED'])}</Count>
          </MenuItem>
          <MenuItem onSelect={() => running.run({ statuses: ['STALE', 'FAILED', 'COMPLETED'] })}>
            Everything
          </MenuItem>
        </Menu>
      )}
      <Dialog
        open={asked !== null}
        onOpenChange={(open) => !open && running.decline()}
        title={`Run ${number(asked?.confirmation.affected_cell_count)} cells?`}
        actions={
          <>
            <Button onClick={running.decline}>Cancel</Button>
            <Button kind="primary" disabled={running.isBusy} onClick={running.confirm}>
              Run them
            </Button>
          </>
        }
      >
        <p>{asked?.confirmation.message}</p>
      </Dialog>
    </>
  )
}

const Count = ({ children }: { children: string }) => (
  <span className="ml-auto text-ink-faint tabular-nums">{children}</span>
)
