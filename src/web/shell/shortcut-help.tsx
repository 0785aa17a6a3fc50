import { Dialog, Keys } from '../design/index.ts'
import { navigationLinks } from './navigation-links.ts'

const groups: readonly { title: string; keys: readonly (readonly [string, string])[] }[] = [
  {
    title: 'Anywhere',
    keys: [
      ['Mod K', 'Search'],
      ['/', 'Search on this page'],
      ['?', 'These shortcuts'],
      ...navigationLinks.map(({ key, name }) => [`G ${key.toUpperCase()}`, `Go to ${name}`] as const),
    ],
  },
  {
    title: 'Lists',
    keys: [
      ['J', 'Next'],
      ['K', 'Previous'],
      ['Enter', 'Open'],
      ['Esc', 'Close'],
      ['F6', 'Focus the panel, or the list again'],
    ],
  },
  {
    title: 'Working',
    keys: [
      ['Mod Enter', 'Run'],
      ['Mod S', 'Save'],
    ],
  },
  {
    title: 'On a prompt',
    keys: [
      ['E', 'Edit'],
      ['D', 'Compare versions'],
      ['L', 'Move label'],
    ],
  },
  {
    title: 'On a trace or session',
    keys: [
      ['E', 'Next error or failed turn'],
      ['+', 'Zoom into the agent graph; − and 0 for less and all'],
    ],
  },
  {
    title: 'On a workflow',
    keys: [
      ['Enter', 'Open the node or edge in focus'],
      ['Del', 'Delete it'],
      ['Mod Z', 'Undo'],
      ['Mod Shift Z', 'Redo'],
    ],
  },
  {
    title: 'Comparing outputs',
    keys: [
      ['J', 'Next row'],
      ['Enter', 'Show the full texts of the row'],
      ['W', 'Show only rows that regressed'],
      ['D', 'Show changes or full texts'],
    ],
  },
  {
    title: 'In a sheet',
    keys: [
      ['Enter', 'Edit, or open a computed cell'],
      ['Space', 'Peek at the cell'],
      ['R', 'Retry a failed cell'],
      ['Shift ↓', 'Select more'],
      ['Mod ↓', 'To the end'],
      ['Mod C', 'Copy'],
      ['Mod V', 'Paste'],
      ['Mod D', 'Fill down'],
      ['Mod R', 'Fill right'],
      ['Del', 'Clear'],
      ['Mod Z', 'Undo'],
      ['Mod Shift Z', 'Redo'],
    ],
  },
]

export const ShortcutHelp = ({ onClose }: { onClose: () => void }) => (
  <Dialog onClose={onClose} title="Shortcuts" wide>
    <div className="gap-x-8 sm:columns-2">
      {groups.map(({ title, keys }) => (
        <section key={title} className="mb-4 break-inside-avoid">
          <h3 className="mb-1 text-small font-semibold text-ink-soft">{title}</h3>
          <dl className="flex flex-col gap-1">
            {keys.map(([shortcut, action]) => (
              <div key={shortcut} className="flex justify-between">
                <dt>{action}</dt>
                <dd>
                  <Keys keys={shortcut} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  </Dialog>
)
