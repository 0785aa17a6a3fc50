import { Link } from '@tanstack/react-router'
import { Keyboard, ListChecks, Monitor, Moon, Search, Sun } from 'lucide-react'
import { Button, Keys, Tooltip } from '../design/index.ts'
import { AccountMenu } from './account-menu.tsx'
import { places } from './places.ts'
import { useStepsLeft } from './steps-left.ts'
import { chooseTheme, themes, useTheme } from './theme.ts'

interface Props {
  readonly onSearch: () => void
  readonly onHelp: () => void
}

const firstSteps = { to: '/welcome', name: 'First steps', icon: ListChecks }

export function Navigation({ onSearch, onHelp }: Props) {
  const shown = useStepsLeft() ? [firstSteps, ...places] : places
  return (
    <nav
      aria-label="Galley"
      className="flex w-[208px] shrink-0 flex-col gap-2 border-r bg-sunken p-2 max-[1100px]:w-[52px]"
    >
      <AccountMenu />
      <Button className="justify-start text-ink-soft" onClick={onSearch}>
        <Search />
        <span className="max-[1100px]:sr-only">Search</span>
        <span aria-hidden className="ml-auto max-[1100px]:hidden">
          <Keys keys="Mod K" />
        </span>
      </Button>
      <ul className="flex flex-col gap-px">
        {shown.map(({ to, name, icon: Icon }) => (
          <li key={to}>
            <Link
              to={to}
              title={name}
              className="flex h-7 items-center gap-2 rounded-md px-2 text-ink-soft hover:bg-raised hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:font-medium aria-[current=page]:text-accent-ink"
              activeProps={{ 'aria-current': 'page' }}
            >
              <Icon className="size-4 shrink-0" aria-hidden />
              <span className="max-[1100px]:sr-only">{name}</span>
            </Link>
          </li>
        ))}
      </ul>
      <div className="mt-auto flex gap-1 max-[1100px]:flex-col">
        <ThemeButton />
        <Tooltip label="Shortcuts" keys="?">
          <Button kind="quiet" size="icon" aria-label="Shortcuts" onClick={onHelp}>
            <Keyboard />
          </Button>
        </Tooltip>
      </div>
    </nav>
  )
}

const icons = { system: Monitor, light: Sun, dark: Moon }

function ThemeButton() {
  const theme = useTheme()
  const next = themes[(themes.indexOf(theme) + 1) % themes.length]!
  const Icon = icons[theme]
  return (
    <Tooltip label={`Theme: ${theme}`}>
      <Button kind="quiet" size="icon" aria-label={`Theme: ${theme}`} onClick={() => chooseTheme(next)}>
        <Icon />
      </Button>
    </Tooltip>
  )
}
