using DroneDelivery.CosmosEmulator.Tests.Hosting;

namespace DroneDelivery.CosmosEmulator.Tests.Query.Differential;

/// <summary>
/// Random queries through the unmodified SDK, which merges the answers of several partitions, return what a plain evaluator
/// returns. Results are read as a whole: the SDK's own tokens do not tell apart several rows of one document.
/// </summary>
public sealed class SdkQueryTests
{
    private const int QueriesOfContainer = 20;
    private const int MaxChecks = 100;

    [Theory]
    [InlineData(9)]
    [InlineData(1)]
    public Task Queries_ThreeHundredAtRandom_ReturnWhatTheModelReturns(int partitions) =>
        RunAsync(partitions, TestSeed.Usual, 300);

    [Theory(Explicit = true)]
    [InlineData(9)]
    [InlineData(1)]
    public Task Queries_FiveThousandAtRandom_ReturnWhatTheModelReturns(int partitions) =>
        RunAsync(partitions, TestSeed.Read(), 5_000);

    private static async Task RunAsync(int partitions, int seed, int count)
    {
        await using var emulator = await EmulatorHost.StartAsync(options => options.Partitions = partitions);
        var found = new FoundFailures(seed, MaxChecks);
        for (var (number, queries) = (0, 0); queries < count && !found.AreEnough; number++)
        {
            var random = TestSeed.CreateRandom(seed, number);
            var pool = number % 2 == 0 ? ModelPool.Merged : ModelPool.MergedSums;
            var documents = new DocumentGenerator(random, pool).NextSet();
            var generator = new QueryGenerator(random, pool);
            var container = await SdkContainer.CreateAsync(emulator, documents);
            for (var query = 0; query < QueriesOfContainer && !found.AreEnough; query++, queries++)
            {
                var tested = new DifferentialCase(documents, generator.Next());
                if (await FindFailureAsync(container, tested.Query, partitions) is { } failure)
                {
                    await found.AddAsync(number, tested, failure, FindAgainAsync);
                }
            }
        }

        found.AssertNone();

        async Task<DifferentialFailure?> FindAgainAsync(DifferentialCase smaller) => await FindFailureAsync(
            await SdkContainer.CreateAsync(emulator, smaller.Documents), smaller.Query, partitions);
    }

    private static async Task<DifferentialFailure?> FindFailureAsync(SdkContainer container, ModelQuery query, int partitions)
    {
        // The SDK orders arrays, and objects, by a hash, and then does not find all equal rows of DISTINCT.
        if (DirectCheck.TryRun(query, container.Documents) is not { } expected
            || (query.IsDistinct && expected.HasKeysWithoutOrder)
            || SdkContainer.Refuses($"{query}"))
        {
            return null;
        }

        var ties = partitions == 1 ? ModelTies.None
            : expected.HasKeysWithoutOrder ? ModelTies.All
            : ModelTies.EqualKeys;
        await container.AddIndexAsync($"{query}");
        foreach (var (pageSize, concurrency) in new[] { (1_000, -1), (1, 0), (7, 4) })
        {
            var (rows, failure) = await DirectCheck.TryReadAsync(() => container.ReadAsync($"{query}", pageSize, concurrency));
            if (rows is null)
            {
                return failure;
            }

            if (expected.FindDifference(rows, ties) is { } difference)
            {
                return new DifferentialFailure(
                    "Rows",
                    $"{difference}, in pages of {pageSize}, {partitions} partitions\n{DirectCheck.Describe(expected, rows)}");
            }
        }

        return null;
    }
}
