using System.Buffers;
using System.Globalization;
using System.Text;
using System.Text.Json;
using DroneDelivery.CosmosEmulator.Documents;
using DroneDelivery.CosmosEmulator.Values;
using DroneDelivery.TestSupport;

namespace DroneDelivery.CosmosEmulator.Tests.Documents;

/// <summary>The blocks, slots and table of a store, by what it returns.</summary>
public sealed class StoredDocumentsTests
{
    private static readonly PropertyPath Tag = PropertyPath.Parse("/tag");

    private readonly DocumentReader _reader = new(PropertyPath.Parse("/pk"));
    private readonly DocumentStore _store = new(
        new DocumentStamp(ResourceIds.Container(ResourceIds.Database(1), 2), "dbs/d/colls/c/", new ManualTimeProvider()));

    /// <summary>Many are replaced and deleted, so that blocks are left and slots are packed.</summary>
    [Fact]
    public async Task Documents_AfterManyRandomWrites_AreThoseOfAModel()
    {
        var random = new Random(5);
        var model = new Dictionary<(string Id, int Key), string>();
        for (var step = 0; step < 30_000; step++)
        {
            // First the documents grow in number, and in the last third they shrink.
            var (id, key) = ($"d{random.Next(3_000)}", random.Next(3));
            var draft = Draft(id, key, tag: random.Next(50), random.Next(400));
            var isDelete = random.Next(10) < (step < 20_000 ? 2 : 8);
            var write = isDelete ? Write.Delete(draft.DocumentKey) : Write.Upsert(draft);
            var result = Assert.Single(await _store.CommitAsync(write));
            Assert.Equal(isDelete ? model.Remove((id, key)) : true, result.Succeeded);
            if (!isDelete)
            {
                model[(id, key)] = Encoding.UTF8.GetString(draft.Members.Span);
            }

            if (step % 5_000 == 4_999)
            {
                await AssertEqualAsync(model);
            }
        }
    }

    /// <summary>All have the same id and the same first level.</summary>
    [Fact]
    public async Task Documents_OfHierarchicalKeys_AreToldApartByTheOtherLevel()
    {
        var reader = new DocumentReader(PropertyPath.Parse("/pk"), PropertyPath.Parse("/tag"));
        var rid = ResourceIds.Container(ResourceIds.Database(1), 2);
        var store = new DocumentStore(new DocumentStamp(rid, "dbs/d/colls/c/", new ManualTimeProvider(), keyLevels: 2));
        var drafts = Enumerable.Range(0, 100).Select(tag => Draft("ü 😀", 1, tag, size: 1_000, reader)).ToList();
        foreach (var draft in drafts)
        {
            Assert.True(Assert.Single(await store.CommitAsync(Write.Create(draft))).Succeeded);
            Assert.False(Assert.Single(await store.CommitAsync(Write.Create(draft))).Succeeded);
        }

        foreach (var draft in drafts.Where((_, index) => index % 2 == 0))
        {
            await store.CommitAsync(Write.Delete(draft.DocumentKey));
        }

        Assert.All(drafts.Index(), each =>
        {
            var found = store.Find(each.Item.DocumentKey);
            Assert.Equal(each.Index % 2 != 0, found?.DocumentKey == each.Item.DocumentKey);
        });
    }

    [Fact]
    public async Task Document_LongerThanABlock_IsStored()
    {
        var draft = Draft("long", 1, 7, 1_900_000);

        await _store.CommitAsync(Write.Create(Draft("before", 1, 7, 10)));
        await _store.CommitAsync(Write.Create(draft));
        await _store.CommitAsync(Write.Create(Draft("after", 1, 7, 10)));
        await _store.CommitAsync(Write.Delete(draft.DocumentKey));

        Assert.Equal(["before", "after"], (await _store.ReadAllAsync()).Select(document => document.Id));
    }

    /// <summary>A reader may write the response after another request has replaced the document.</summary>
    [Fact]
    public async Task Document_ReplacedAfterItWasRead_IsAsItWasRead()
    {
        await _store.CommitAsync(Write.Create(Draft("d1", 1, tag: 1, 100)));
        var read = _store.Find(Draft("d1", 1, 1, 0).DocumentKey)!.Value;
        var before = Json(read);

        for (var number = 0; number < 5_000; number++)
        {
            await _store.CommitAsync(Write.Upsert(Draft("d1", 1, number, 900)));
        }

        Assert.Equal(before, Json(read));
    }

    /// <summary>Its number, its characters and the time have any number of digits.</summary>
    [Fact]
    public async Task Json_OfADocument_HasItsLengthAndSystemProperties()
    {
        await _store.CommitAsync(Write.Create(Draft("ü 😀", 1, tag: 3, 5)));

        var document = Assert.Single(await _store.ReadAllAsync());

        var json = Json(document);
        Assert.Equal(document.Length, Encoding.UTF8.GetByteCount(json));
        var root = JsonElement.Parse(json);
        Assert.Equal("ü 😀", root.GetProperty("id").GetString());
        Assert.Equal($"dbs/d/colls/c/docs/{root.GetProperty("_rid").GetString()}/", root.GetProperty("_self").GetString());
        Assert.Equal(document.ETag, root.GetProperty("_etag").GetString());
        Assert.Equal("attachments/", root.GetProperty("_attachments").GetString());
        Assert.Equal(document.Version.Seconds, root.GetProperty("_ts").GetInt64());
    }

    private async Task AssertEqualAsync(Dictionary<(string Id, int Key), string> model)
    {
        var stored = await _store.ReadAllAsync();
        Assert.Equal(model.Count, _store.Count);
        Assert.Equal(model.Count, stored.Count);
        Assert.Equal(_store.Size.Documents, stored.Sum(document => document.Length));
        Assert.Equal(stored.Select(document => document.Number).Order(), stored.Select(document => document.Number));
        Assert.All(model, each =>
        {
            var document = _store.Find(Draft(each.Key.Id, each.Key.Key, 0, 0).DocumentKey);
            Assert.Equal(each.Value, Encoding.UTF8.GetString(document!.Value.OwnMembers));
        });

        var lookup = new ValueLookup(Tag, [CosmosValue.From(7)]);
        Assert.Equal(
            stored.Where(document => JsonElement.Parse(Json(document)).GetProperty("tag").GetInt32() == 7).Select(document => document.Number),
            (await _store.ReadAllAsync(lookup)).Select(document => document.Number));
        await AssertRangeAsync(stored, "tag", new(CosmosValue.From(3), IsIncluded: true), new(CosmosValue.From(9), IsIncluded: false), text => text is >= 3 and < 9);
        await AssertRangeAsync(stored, "tag", new(CosmosValue.From(45), IsIncluded: false), null, text => text > 45);
        await AssertRangeAsync(stored, "tag", null, new(CosmosValue.From(40), IsIncluded: true), text => text <= 40);
    }

    private async Task AssertRangeAsync(
        List<StoredDocument> stored, string property, RangeBound? min, RangeBound? max, Predicate<int> isInRange)
    {
        var range = new RangeLookup(PropertyPath.Parse($"/{property}"), CosmosValueKind.Number, min, max);
        Assert.Equal(
            stored.Where(document => isInRange(JsonElement.Parse(Json(document)).GetProperty(property).GetInt32())).Select(document => document.Number),
            (await _store.ReadAllAsync(range)).Select(document => document.Number));
    }

    private DocumentDraft Draft(string id, int key, int tag, int size, DocumentReader? reader = null)
    {
        var json = string.Create(
            CultureInfo.InvariantCulture, $$"""{"id":"{{id}}","pk":{{key}},"note":"{{new string('n', size)}}","tag":{{tag}}}""");
        Assert.True((reader ?? _reader).TryRead(Encoding.UTF8.GetBytes(json), out var draft, out var fault), fault);
        return draft;
    }

    private static string Json(StoredDocument document)
    {
        var writer = new ArrayBufferWriter<byte>();
        document.WriteTo(writer);
        return Encoding.UTF8.GetString(writer.WrittenSpan);
    }
}
