using System.Text.Json.Nodes;

namespace DroneDelivery.CosmosEmulator.Tests.Query.Differential;

/// <summary>
/// Documents are created, replaced and deleted between two pages of a query. The rows of documents that stay as they are come
/// once each, and in the right order.
/// </summary>
public sealed class PagesBetweenWritesTests
{
    private const int MaxChecks = 2_000;

    [Fact]
    public Task Pages_OfAThousandQueriesBetweenWrites_HaveTheRowsOfOtherDocumentsOnce() => RunAsync(TestSeed.Usual, 1_000);

    [Fact(Explicit = true)]
    public Task Pages_OfThirtyThousandQueriesBetweenWrites_HaveTheRowsOfOtherDocumentsOnce() => RunAsync(TestSeed.Read(), 30_000);

    private static async Task RunAsync(int seed, int count)
    {
        var found = new FoundFailures(seed, MaxChecks);
        for (var number = 0; number < count && !found.AreEnough; number++)
        {
            var random = TestSeed.CreateRandom(seed, number);
            var documents = new DocumentGenerator(random, ModelPool.Direct).NextSet();
            var tested = new DifferentialCase(documents, new QueryGenerator(random, ModelPool.Direct).NextWithIds());
            var seedOfWrites = random.Next();
            await found.CheckAsync(number, tested, each => FindFailureAsync(each, seedOfWrites));
        }

        found.AssertNone();
    }

    private static async Task<DifferentialFailure?> FindFailureAsync(DifferentialCase tested, int seedOfWrites)
    {
        var random = new Random(seedOfWrites);
        var container = await DirectContainer.CreateAsync(tested.Documents);
        var changed = tested.Documents.Where(_ => random.Next(2) == 0).ToList();
        var ids = changed.Select(ReadId).ToHashSet();
        var documents = await container.ReadDocumentsAsync();
        var kept = documents.Where(document => !ids.Contains(document.Member("id").Text)).ToList();
        if (DirectCheck.TryRun(tested.Query, kept) is not { } expected)
        {
            return null;
        }

        var writes = new RandomWrites(container, changed, random);
        var (result, failure) = await DirectCheck.TryReadAsync(
            () => container.ReadAsync(tested.Query.ToString(), random.Next(1, 5), writes.MakeAsync));
        if (result is null)
        {
            return failure;
        }

        var keptIds = kept.Select(document => document.Member("id")).ToHashSet();
        var rows = result.Rows.Where(row => keptIds.Contains(row.Item(0))).ToList();
        return expected.FindDifference(rows, ModelTies.None) is { } difference
            ? new DifferentialFailure(
                "Rows", $"{difference}; written: {string.Join(' ', ids)}\n{DirectCheck.Describe(expected, rows)}")
            : null;
    }

    private static string ReadId(JsonObject document) => document["id"]!.GetValue<string>();

    private sealed class RandomWrites(DirectContainer container, IReadOnlyList<JsonObject> changed, Random random)
    {
        // With more, pages of one row could go on for ever.
        private const int Max = 30;

        private readonly DocumentGenerator _documents = new(random, ModelPool.Direct);
        private int _writes;

        public async Task MakeAsync()
        {
            for (var count = random.Next(1, 4); count > 0 && _writes < Max; count--)
            {
                _writes++;
                var kind = random.Next(changed.Count > 0 ? 3 : 1);
                if (kind == 0)
                {
                    await container.UpsertAsync(_documents.Next($"new{_writes}"));
                    continue;
                }

                var document = changed[random.Next(changed.Count)];
                await (kind == 1 ? container.DeleteAsync(document) : container.UpsertAsync(Replace(document)));
            }
        }

        /// <summary>Another document with the same id and partition key.</summary>
        private JsonObject Replace(JsonObject document)
        {
            var other = _documents.Next(ReadId(document));
            other.Remove("pk");
            if (document.TryGetPropertyValue("pk", out var key))
            {
                other["pk"] = key?.DeepClone();
            }

            return other;
        }
    }
}
