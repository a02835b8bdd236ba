namespace DroneDelivery.CosmosEmulator.Tests.Query.Differential;

/// <summary>
/// Random queries over random documents of one partition, in pages of several sizes, return what a plain evaluator returns, and
/// all page sizes cost the same. The long run is explicit:
/// <c>QUERY_TEST_SEED=5 dotnet test tests/CosmosEmulator.Tests --filter DirectQueryTests -- xUnit.Explicit=only</c>.
/// </summary>
public sealed class DirectQueryTests
{
    private const int QueriesOfContainer = 25;
    private const int MaxChecks = 2_000;

    [Fact]
    public Task Queries_FiveThousandAtRandom_ReturnWhatTheModelReturns() => RunAsync(TestSeed.Usual, 5_000);

    [Fact(Explicit = true)]
    public Task Queries_AHundredThousandAtRandom_ReturnWhatTheModelReturns() => RunAsync(TestSeed.Read(), 100_000);

    private static async Task RunAsync(int seed, int count)
    {
        var found = new FoundFailures(seed, MaxChecks);
        var (queries, withRows) = (0, 0);
        for (var number = 0; queries < count && !found.AreEnough; number++)
        {
            var random = TestSeed.CreateRandom(seed, number);
            var documents = new DocumentGenerator(random, ModelPool.Direct).NextSet();
            var generator = new QueryGenerator(random, ModelPool.Direct);
            var container = await DirectContainer.CreateAsync(documents);
            var stored = await container.ReadDocumentsAsync();
            for (var query = 0; query < QueriesOfContainer && !found.AreEnough; query++, queries++)
            {
                var tested = new DifferentialCase(documents, generator.Next());
                withRows += DirectCheck.TryRun(tested.Query, stored)?.Count > 1 ? 1 : 0;
                if (await DirectCheck.FindFailureAsync(container, stored, tested.Query) is { } failure)
                {
                    await found.AddAsync(number, tested, failure, DirectCheck.FindFailureAsync);
                }
            }
        }

        found.AssertNone();

        // Queries without rows would compare nothing.
        TestContext.Current.TestOutputHelper!.WriteLine($"{queries} queries, {withRows} of them with several rows");
        Assert.InRange(withRows, queries / 6, queries);
    }
}
