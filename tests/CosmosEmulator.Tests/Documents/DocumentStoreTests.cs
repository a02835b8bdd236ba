using System.Globalization;
using System.Text;
using DroneDelivery.CosmosEmulator.Documents;
using DroneDelivery.CosmosEmulator.Query;
using DroneDelivery.CosmosEmulator.Resources;
using DroneDelivery.TestSupport;

namespace DroneDelivery.CosmosEmulator.Tests.Documents;

public sealed class DocumentStoreTests
{
    private static readonly PropertyPath Month = PropertyPath.Parse("/month");
    private static readonly PropertyPath Year = PropertyPath.Parse("/year");
    private readonly DocumentReader _reader = new(PropertyPath.Parse("/id"));
    private readonly DocumentStore _store = new(
        new DocumentStamp(ResourceIds.Container(ResourceIds.Database(1), 2), "dbs/d/colls/c/", new ManualTimeProvider()));

    [Fact]
    public void Lookup_OfTwoTerms_FindsTheDocumentsThatHaveBoth()
    {
        for (var i = 0; i < 600; i++)
        {
            Add(i, year: 2024 + (i % 2), month: 1 + (i % 12));
        }

        var found = _store.Read([Lookup(Year, 2024), Lookup(Month, 3)], afterNumber: 0, limit: 1000);

        var expected = Enumerable.Range(0, 600).Where(i => i % 2 == 0 && i % 12 == 2).Select(Id);
        Assert.Equal(expected, found.Select(document => document.Id));
    }

    [Fact]
    public void Lookup_OfSeveralValues_FindsThemInOrder()
    {
        for (var i = 0; i < 24; i++)
        {
            Add(i, year: 2024, month: 1 + (i % 12));
        }

        var found = _store.Read([Lookup(Month, 12, 1)], afterNumber: 0, limit: 1000);

        Assert.Equal([Id(0), Id(11), Id(12), Id(23)], found.Select(document => document.Id));
    }

    [Fact]
    public void Read_AfterMostDocumentsWereDeleted_GoesOnFromItsPosition()
    {
        for (var i = 0; i < 3000; i++)
        {
            Add(i, year: 2024, month: 1);
        }

        var last = _store.Read([Lookup(Month, 1)], afterNumber: 0, limit: 1500)[^1];
        for (var i = 0; i < 2900; i++)
        {
            // Deleting so many makes the store pack its slots.
            _store.Delete(Draft(i, 2024, 1).DocumentKey, ifMatch: null);
        }

        var rest = _store.Read([Lookup(Month, 1)], last.Number, limit: 5000);
        Assert.Equal(100, rest.Count);
        Assert.Equal(Id(2900), rest[0].Id);
        Assert.Equal(100, _store.Count);
        Assert.NotNull(_store.Find(Draft(2950, 2024, 1).DocumentKey));
    }

    private static IndexLookup Lookup(PropertyPath path, params double[] values) => new(path, [.. values.Select(ScalarValue.Of)]);

    private static string Id(int number) => number.ToString("D5", CultureInfo.InvariantCulture);

    private void Add(int number, int year, int month) => Assert.NotNull(_store.Create(Draft(number, year, month)));

    private DocumentDraft Draft(int number, int year, int month)
    {
        var json = Encoding.UTF8.GetBytes($$"""{"id":"{{Id(number)}}","year":{{year}},"month":{{month}}}""");
        Assert.True(_reader.TryRead(json, out var draft, out var fault), fault);
        return draft;
    }
}
