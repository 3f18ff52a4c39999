import { isText, listOf, objectOf } from '../shapes/shapes.ts';

/** A package that is, completely or in part, in the files that the rider's browser loads. */
export interface ShippedPackage {
  name: string;
  version: string;
  /** The license as an SPDX identifier, such as `MIT`. */
  license: string;
  /** The text of the license, as the package contains it. */
  text: string;
}

export interface Licenses {
  packages: readonly ShippedPackage[];
}

/** The path of the file with the licenses. The build writes this file. */
export const licensesPath = '/licenses.json';

export const isLicenses = objectOf<Licenses>({
  packages: listOf(
    objectOf<ShippedPackage>({ name: isText, version: isText, license: isText, text: isText }),
  ),
});
