using System.Text.Json.Nodes;

namespace DroneDelivery.CosmosEmulator.Tests.Query.Differential;

public sealed class CaseShrinkerTests
{
    /// <summary>Of many documents and a large query only what fails is left.</summary>
    [Fact]
    public async Task Case_ThatFailsForOneDocumentAndOneOperator_IsMadeSmall()
    {
        var random = new Random(1);
        var generator = new QueryGenerator(random, ModelPool.Direct);
        var queries = Enumerable.InfiniteSequence(0, 1).Select(_ => generator.Next());
        var query = queries.First(each => HasCoalesce(each) && each.ToString().Length > 300);
        List<JsonObject> documents = [.. new DocumentGenerator(random, ModelPool.Direct).NextSet(), NewDocument("wrong")];

        var shrinker = new CaseShrinker(FindFailureAsync, maxChecks: 100_000);
        var text = await shrinker.ShrinkAsync(new DifferentialCase(documents, query), new DifferentialFailure("Rows", "one"));

        Assert.EndsWith("\n{\"id\":\"wrong\"}", text, StringComparison.Ordinal);
        Assert.InRange(text.Length, 1, 200);

        static bool HasCoalesce(ModelQuery each) => each.ToString().Contains("??", StringComparison.Ordinal);

        static Task<DifferentialFailure?> FindFailureAsync(DifferentialCase tested) => Task.FromResult(
            HasCoalesce(tested.Query) && tested.Documents.Any(document => document["id"]!.GetValue<string>() == "wrong")
                ? new DifferentialFailure("Rows", "one")
                : null);
    }

    private static JsonObject NewDocument(string id) => new() { ["id"] = id, ["a"] = 1 };
}
