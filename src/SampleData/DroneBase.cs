namespace DroneDelivery.SampleData;

/// <summary>The base of drones. Positions are in 1/100,000 degree.</summary>
/// <param name="Name">The city.</param>
/// <param name="Latitude">North of the equator.</param>
/// <param name="Longitude">West is negative.</param>
/// <param name="MilesPerDegreeOfLongitude">69.17 times the cosine of the latitude, written out so that no platform's cosine
/// matters.</param>
internal sealed record DroneBase(string Name, int Latitude, int Longitude, double MilesPerDegreeOfLongitude)
{
    public static readonly DroneBase[] All =
    [
        new("Seattle", 4_760_621, -12_233_207, 46.64),
        new("Portland", 4_551_223, -12_265_872, 48.47),
        new("San Francisco", 3_777_493, -12_241_942, 54.67),
        new("San Diego", 3_271_574, -11_716_109, 58.20),
        new("Phoenix", 3_344_838, -11_207_404, 57.71),
        new("Denver", 3_973_915, -10_498_470, 53.19),
        new("Austin", 3_026_715, -9_774_306, 59.74),
        new("Dallas", 3_278_306, -9_680_667, 58.15),
        new("Houston", 2_976_328, -9_536_327, 60.05),
        new("Kansas City", 3_909_973, -9_457_857, 53.68),
        new("Minneapolis", 4_497_997, -9_326_384, 48.93),
        new("Chicago", 4_185_003, -8_765_005, 51.52),
        new("Nashville", 3_616_589, -8_678_444, 55.84),
        new("Atlanta", 3_374_900, -8_438_798, 57.51),
        new("Miami", 2_577_427, -8_019_366, 62.29),
        new("Charlotte", 3_522_709, -8_084_313, 56.50),
        new("Columbus", 3_996_118, -8_299_879, 53.02),
        new("Pittsburgh", 4_044_062, -7_999_589, 52.64),
        new("Philadelphia", 3_995_238, -7_516_362, 53.02),
        new("Boston", 4_235_843, -7_105_977, 51.11),
    ];
}
