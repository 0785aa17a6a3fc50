import { MenuItem } from '../design/index.ts'
import { Book, BookOpen, Keyboard, SquareTerminal } from '../icons/index.ts'

interface Props {
  readonly onGlossary: () => void
  readonly onShortcuts: () => void
}

/** The items of the help menu, which are loaded after the first page. */
export const HelpItems = ({ onGlossary, onShortcuts }: Props) => (
  <>
    <MenuItem onSelect={() => void window.open('/help/', '_blank', 'noopener')}>
      <Book />
      Documentation
    </MenuItem>
    <MenuItem onSelect={() => void window.open('/docs', '_blank', 'noopener')}>
      <SquareTerminal />
      API reference
    </MenuItem>
    <MenuItem onSelect={onGlossary}>
      <BookOpen />
      Glossary
    </MenuItem>
    <MenuItem onSelect={onShortcuts} keys="?">
      <Keyboard />
      Keyboard shortcuts
    </MenuItem>
  </>
)
