using System.Globalization;
using System.Text;
using DroneDelivery.CosmosEmulator.Documents;
using DroneDelivery.CosmosEmulator.Values;
using DroneDelivery.TestSupport;

namespace DroneDelivery.CosmosEmulator.Tests.Documents;

/// <summary>Writes that are made from the documents that they replace.</summary>
public sealed class DocumentUpdateTests
{
    private static readonly PropertyPath Count = PropertyPath.Parse("/count");
    private static readonly WriteFault Refusal = new(400, "The update is refused.");

    private readonly DocumentReader _reader = new(PropertyPath.Parse("/id"));
    private readonly DocumentStore _store = new(
        new DocumentStamp(ResourceIds.Container(ResourceIds.Database(1), 2), "dbs/d/colls/c/", new ManualTimeProvider()));

    [Fact]
    public async Task Updates_OfOneCommit_EachSeesTheWritesBeforeIt()
    {
        await _store.CommitAsync(Write.Create(Draft("d1", 1)));

        var results = await _store.CommitAsync(
            Increment("d1"),
            Write.Create(Draft("d2", 10)),
            Increment("d2"),
            Increment("d1"),
            Write.Read(Draft("d1", 0).DocumentKey));

        Assert.All(results, result => Assert.True(result.Succeeded));
        Assert.Equal([2, 10, 11, 3, 3], results.Select(result => CountOf(result.Document!.Value)));
        Assert.Equal([2L, 3, 4, 5], results.Take(4).Select(result => result.Document!.Value.Version.Sequence));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(2)]
    public async Task Commit_WithAnUpdateThatFails_ChangesNothing(int position)
    {
        await _store.CommitAsync(Write.Create(Draft("d1", 1)));
        var before = _store.Find(Draft("d1", 0).DocumentKey)!.Value;
        var writes = new List<Write> { Increment("d1"), Write.Create(Draft("d2", 10)), Increment("d1") };
        writes.Insert(position, Write.Update(before.DocumentKey, _ => Write.Invalid(Refusal)));

        var results = await _store.CommitAsync(writes);

        Assert.Equal((position + 1, WriteOutcome.Invalid), (results.Count, results[^1].Outcome));
        Assert.Same(Refusal, results[^1].Fault);
        Assert.Equal(before.Version, Assert.Single(await _store.ReadAllAsync()).Version);
    }

    [Fact]
    public async Task Update_OfADocumentThatIsMissingOrAnotherVersion_IsNotMade()
    {
        await _store.CommitAsync(Write.Create(Draft("d1", 1)));
        var isCalled = false;

        var missing = await _store.CommitAsync(Write.Update(Draft("d2", 0).DocumentKey, Call));
        var other = await _store.CommitAsync(Write.Update(Draft("d1", 0).DocumentKey, Call, ifMatch: "\"0\""));

        Assert.Equal([WriteOutcome.NotFound, WriteOutcome.PreconditionFailed], new[] { missing[0].Outcome, other[0].Outcome });
        Assert.False(isCalled);

        Write Call(StoredDocument document)
        {
            isCalled = true;
            return Write.Invalid(Refusal);
        }
    }

    /// <summary>An update is not made under the lock, so others can write meanwhile.</summary>
    [Fact]
    public async Task Update_WhoseDocumentIsReplacedMeanwhile_IsMadeAgain()
    {
        await _store.CommitAsync(Write.Create(Draft("d1", 1)), Write.Create(Draft("d2", 1)));
        var seen = new List<int>();
        var update = Write.Update(Draft("d1", 0).DocumentKey, document =>
        {
            seen.Add(CountOf(document));
            if (seen.Count == 1)
            {
                Assert.True(_store.CommitAsync(Write.Upsert(Draft("d1", 50))).AsTask().IsCompletedSuccessfully);
            }

            return Write.Replace(document.DocumentKey, Draft("d1", CountOf(document) + 1));
        });

        var results = await _store.CommitAsync(Increment("d2"), update, Increment("d1"));

        Assert.Equal([1, 50], seen);
        Assert.Equal([2, 51, 52], results.Select(result => CountOf(result.Document!.Value)));
    }

    [Fact]
    public async Task Updates_ByManyCommitsAtOnce_AreAllMade()
    {
        string[] ids = ["d0", "d1", "d2", "d3"];
        await _store.CommitAsync([.. ids.Select(id => Write.Create(Draft(id, 0)))]);

        await Task.WhenAll(Enumerable.Range(0, 8).Select(writer => Task.Run(async () =>
        {
            for (var number = 0; number < 500; number++)
            {
                await _store.CommitAsync(Increment(ids[(writer + number) % 4]), Increment(ids[number % 4]));
            }
        })));

        Assert.Equal(8 * 500 * 2, (await _store.ReadAllAsync()).Sum(document => CountOf(document)));
    }

    private static int CountOf(in StoredDocument document) => (int)JsonProperty.Read(document.Members, Count).Number;

    private Write Increment(string id) => Write.Update(
        Draft(id, 0).DocumentKey,
        document => Write.Replace(document.DocumentKey, Draft(document.Id, CountOf(document) + 1)));

    private DocumentDraft Draft(string id, int count)
    {
        var json = Encoding.UTF8.GetBytes(string.Create(CultureInfo.InvariantCulture, $$"""{"id":"{{id}}","count":{{count}}}"""));
        Assert.True(_reader.TryRead(json, out var draft, out var fault), fault);
        return draft;
    }
}
