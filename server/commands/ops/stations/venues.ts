import { languages } from '../../../../contract/config.ts';
import {
  AssignStations,
  ChangeRegion,
  ChangeVenue,
  CreateRegion,
  CreateVenue,
  RegionChanged,
  RegionList,
  VenueChanged,
  VenueList,
  VenueShown,
  type RegionShown,
} from '../../../../contract/operators/venues.ts';
import { OnlyReason } from '../../../../contract/operators/team.ts';
import { printable } from '../../printable.ts';
import {
  jsonText,
  onlyOne,
  readArgs,
  RefusedError,
  refuse,
  type Command,
  type Program,
} from '../../runCommand.ts';
import { callServer, type OpsContext } from '../opsClient.ts';
import { change, common, flag, text } from '../options.ts';
import { readBody, readVersion } from '../readBody.ts';

const regionsPath = '/api/ops/regions';
const venuesPath = '/api/ops/venues';

/** The commands for regions. */
export const regions: Pick<Program<OpsContext>, 'commands'> = {
  commands: {
    list(args) {
      const { positionals, as, json } = readArgs(args, common);
      refuse(positionals.length > 0, 'list takes only options.');
      return async (context) => {
        const found = await callServer(context, RegionList, regionsPath, { as });
        if (json) return jsonText(found);
        return found.regions.map(lineOfRegion).join('') || 'There are no regions.\n';
      };
    },
    create(args) {
      const { positionals, name, why, ...how } = readArgs(args, { ...change, name: text });
      const id = onlyOne(positionals, 'create takes the id of the new region.');
      const body = readBody(CreateRegion, { id, name, why }, words);
      return (context) => changeRegion(context, regionsPath, body, how);
    },
    change(args) {
      const { positionals, name, version, why, ...how } = readArgs(args, {
        ...change,
        name: text,
        version: text,
      });
      const id = onlyOne(positionals, 'change takes the id of one region.');
      const asked = readBody(ChangeRegion.omit({ version: true }), { name, why }, words);
      const given = readVersion(version);
      return async (context) => {
        const body = { ...asked, version: given ?? (await regionVersion(context, id, how.as)) };
        return changeRegion(context, `${regionsPath}/${encodeURIComponent(id)}/change`, body, how);
      };
    },
  },
};

/** The commands for venues and the stations in them. */
export const venues: Pick<Program<OpsContext>, 'commands'> = {
  commands: {
    list(args) {
      const { positionals, as, json, ...filter } = readArgs(args, {
        ...common,
        region: text,
        state: text,
      });
      refuse(positionals.length > 0, 'list takes only options.');
      return async (context) => {
        const found: VenueShown[] = [];
        for (let after: string | null = ''; after !== null;) {
          const query = new URLSearchParams({ after, limit: '500' });
          for (const [name, value] of Object.entries(filter)) if (value) query.set(name, value);
          const path = `${venuesPath}?${query.toString()}`;
          const page: VenueList = await callServer(context, VenueList, path, { as });
          found.push(...page.venues);
          after = page.nextAfter;
        }
        if (json) return jsonText({ venues: found });
        return found.map(lineOf).join('') || 'There are no such venues.\n';
      };
    },
    show(args) {
      const { positionals, as, json } = readArgs(args, common);
      const id = onlyOne(positionals, 'show takes the id of one venue.');
      return async (context) => {
        const venue = await callServer(context, VenueShown, pathOf(id), { as });
        return json ? jsonText(venue) : lineOf(venue);
      };
    },
    create(args) {
      const { positionals, owner, email, language, name, region, why, ...how } = readArgs(args, {
        ...change,
        ...data,
      });
      const id = onlyOne(positionals, 'create takes the id of the new venue.');
      const body = readBody(
        CreateVenue,
        { id, name, ownerName: owner, statementEmail: email, language, region, why },
        words,
      );
      return changeVenue(venuesPath, body, how);
    },
    change(args) {
      const {
        positionals,
        owner,
        email,
        language,
        name,
        region,
        version,
        why,
        'no-email': noEmail,
        ...how
      } = readArgs(args, { ...change, ...data, 'no-email': flag, version: text });
      const id = onlyOne(positionals, 'change takes the id of one venue.');
      refuse(email !== undefined && noEmail, 'Write --email ADDRESS or --no-email.');
      const given = readVersion(version);
      const asked = {
        ...(name !== undefined && { name }),
        ...(owner !== undefined && { ownerName: owner }),
        ...(email !== undefined && { statementEmail: email }),
        ...(noEmail && { statementEmail: null }),
        ...(language !== undefined && { language }),
        ...(region !== undefined && { region }),
        why,
      };
      refuse(Object.keys(asked).length === 1, 'Name at least one thing to change.');
      const body = readBody(ChangeVenue, { version: given ?? 1, ...asked }, words);
      return async (context) => {
        const known = given ?? (await venueVersion(context, id, how.as));
        return changeVenue(`${pathOf(id)}/change`, { ...body, version: known }, how)(context);
      };
    },
    pause: (args) => byReason('pause', args),
    resume: (args) => byReason('resume', args),
    end: (args) => byReason('end', args),
    assign: (args) => byStations('assign', 'stations', args),
    remove: (args) => byStations('remove', 'stations/remove', args),
  },
};

const data = { name: text, owner: text, email: text, language: text, region: text };

const words = {
  id: 'An id has at most 40 small letters, digits and hyphens, such as north-side.',
  ownerName: '--owner is missing or invalid.',
  language: `--language is ${languages.join(', ')}.`,
  statementEmail: '--email is not an e-mail address.',
  stations: 'Write --station ID for each station.',
};

const pathOf = (id: string) => `${venuesPath}/${encodeURIComponent(id)}`;

interface How {
  as?: string | undefined;
  json: boolean;
}

function byReason(verb: string, args: string[]): Command<OpsContext> {
  const { positionals, why, ...how } = readArgs(args, change);
  const id = onlyOne(positionals, `${verb} takes the id of one venue.`);
  return changeVenue(`${pathOf(id)}/${verb}`, readBody(OnlyReason, { why }), how);
}

function byStations(verb: string, path: string, args: string[]): Command<OpsContext> {
  const { positionals, station, why, ...how } = readArgs(args, {
    ...change,
    station: { type: 'string', multiple: true },
  });
  const id = onlyOne(positionals, `${verb} takes the id of one venue.`);
  const body = readBody(AssignStations, { stations: station, why }, words);
  return changeVenue(`${pathOf(id)}/${path}`, body, how);
}

function changeVenue(path: string, body: object, { as, json }: How): Command<OpsContext> {
  return async (context) => {
    const done = await callServer(context, VenueChanged, path, { body, as });
    return json ? jsonText(done) : lineOf(done.venue);
  };
}

async function changeRegion(
  context: OpsContext,
  path: string,
  body: object,
  { as, json }: How,
): Promise<string> {
  const done = await callServer(context, RegionChanged, path, { body, as });
  return json ? jsonText(done) : lineOfRegion(done.region);
}

async function venueVersion(
  context: OpsContext,
  id: string,
  as: string | undefined,
): Promise<number> {
  return (await callServer(context, VenueShown, pathOf(id), { as })).version;
}

async function regionVersion(
  context: OpsContext,
  id: string,
  as: string | undefined,
): Promise<number> {
  const { regions: found } = await callServer(context, RegionList, regionsPath, { as });
  const region = found.find((one) => one.id === id);
  if (!region) throw new RefusedError(`There is no region ${id}.`);
  return region.version;
}

function lineOfRegion({ id, name, version }: RegionShown): string {
  return `${id}  version ${version}  ${printable(name)}\n`;
}

function lineOf({ id, name, ownerName, statementEmail, ...of }: VenueShown): string {
  const mail = statementEmail === null ? '' : ` <${printable(statementEmail)}>`;
  return (
    `${id}  ${of.state}  ${of.region}  ${of.stations} stations  version ${of.version}  ` +
    `${printable(name)}  owner ${printable(ownerName)}${mail}\n`
  );
}
