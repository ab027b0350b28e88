// The options of a game, by the names that the game gives them.
import type { GameFacts, SentenceBook } from '../../client/index.ts';
import { Amount, Choice, Flag } from '../settings/fields.tsx';
import type { Draft } from './draft.ts';
import type { OptionField, OptionValue } from './options.ts';
import { maybeSay, say } from './say.ts';

interface Props {
  readonly game: GameFacts;
  readonly fields: readonly OptionField[];
  readonly book: SentenceBook | null;
  readonly draft: Draft;
  readonly faultOf: (setting: string) => string;
  readonly onChange: (part: Partial<Draft>) => void;
}

export function GameOptions({ game, fields, book, draft, faultOf, onChange }: Props) {
  const set = (name: string, value: OptionValue) =>
    onChange({ options: { ...draft.options, [name]: value } });
  return (
    <>
      {fields.map((field) => (
        <Field
          key={field.name}
          field={field}
          title={book?.options[field.name] ?? field.name}
          about={maybeSay(`option.${game.id}.${field.name}`)}
          seats={draft.seats}
          value={draft.options[field.name] ?? field.usual}
          fault={faultOf(field.name)}
          onChange={(value) => set(field.name, value)}
        />
      ))}
      {game.editions.length > 1 ? (
        <Choice
          title={say('set.edition')}
          about={say('set.edition-about')}
          values={game.editions.map(({ name }) => ({ value: name, label: name }))}
          chosen={draft.edition ?? game.editions[0]?.name ?? ''}
          onChoose={(name) => onChange({ edition: name === game.editions[0]?.name ? null : name })}
          fault={faultOf('edition')}
        />
      ) : null}
    </>
  );
}

interface FieldProps {
  readonly field: OptionField;
  readonly title: string;
  readonly about: string | undefined;
  readonly seats: number;
  readonly value: OptionValue;
  readonly fault: string;
  readonly onChange: (value: OptionValue) => void;
}

function Field({ field, title, about, seats, value, fault, onChange }: FieldProps) {
  const common = { title, about, fault };
  switch (field.kind) {
    case 'flag':
      return <Flag {...common} isOn={value === true} onChange={onChange} />;
    case 'number': {
      const { min, max, usual } = field;
      const range = say('set.range', { min, max, value: usual });
      return (
        <Amount
          {...common}
          about={about === undefined ? range : `${about} ${range}`}
          value={typeof value === 'number' ? value : usual}
          min={min}
          max={max}
          onChange={onChange}
        />
      );
    }
    case 'seat':
      return (
        <Choice<string>
          {...common}
          values={[
            { value: 'random', label: say('set.random') },
            ...Array.from({ length: seats }, (_, seat) => ({
              value: String(seat),
              label: say('set.seat', { seat: seat + 1 }),
            })),
          ]}
          chosen={String(value)}
          onChoose={(chosen) => onChange(chosen === 'random' ? chosen : Number(chosen))}
        />
      );
    case 'choice':
      return (
        <Choice<string>
          {...common}
          values={field.values.map((one) => ({ value: one, label: one }))}
          chosen={String(value)}
          onChoose={onChange}
        />
      );
  }
}
