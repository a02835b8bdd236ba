using System.Globalization;

namespace DroneDelivery.CosmosEmulator.Tests.Query.Differential;

/// <summary>The seed of the long runs, which are explicit: from the environment variable QUERY_TEST_SEED.</summary>
internal static class TestSeed
{
    /// <summary>Of the runs that are not explicit.</summary>
    public const int Usual = 1;

    private const string Variable = "QUERY_TEST_SEED";

    public static int Read()
    {
        var text = Environment.GetEnvironmentVariable(Variable);
        var seed = int.TryParse(text, CultureInfo.InvariantCulture, out var given) ? given : 2;
        TestContext.Current.TestOutputHelper!.WriteLine($"{Variable}={seed}");
        return seed;
    }

    /// <summary>For the documents and queries of one container.</summary>
    public static Random CreateRandom(int seed, int container) => new(unchecked((seed * 1_000_003) + container));
}
