using System.Text;
using Microsoft.Azure.Cosmos;

namespace DroneDelivery.CosmosEmulator.Benchmarks;

/// <summary>The requests that are measured. Each checks its result.</summary>
internal static class Requests
{
    private const string OfOneMonth = "SELECT * FROM c WHERE c.ownerId = @ownerId AND c.year = @year AND c.month = @month";

    public static async Task ReadAsync(Target target, DocumentSet documents, int number)
    {
        var id = DocumentSet.Id(number % documents.Count);
        using var response = await target.Find(documents).ReadItemStreamAsync(id, new PartitionKey(id));
        response.EnsureSuccessStatusCode();
    }

    /// <summary>Replaces a document. Its month is another one in every second pass over the documents.</summary>
    public static Task UpsertAsync(Target target, DocumentSet documents, int number)
    {
        var document = number % documents.Count;
        var month = number / documents.Count % 2 * documents.Months;
        return UpsertAsync(target, documents, document, documents.Json(document, month));
    }

    public static async Task UpsertAsync(Target target, DocumentSet documents, int document, string text)
    {
        using var json = new MemoryStream(Encoding.UTF8.GetBytes(text));
        using var response = await target.Find(documents).UpsertItemStreamAsync(json, documents.KeyOf(document));
        response.EnsureSuccessStatusCode();
    }

    /// <summary>The deliveries of an owner in a month, in the partition of the owner.</summary>
    public static Task QueryAsync(Target target, DocumentSet documents, int number) => QueryAsync(
        target, documents, InMonth(documents, number), new PartitionKey(OwnerOf(documents, number)), documents.PerMonth);

    /// <summary>The deliveries of an owner in a month, in all partitions.</summary>
    public static Task FanOutAsync(Target target, DocumentSet documents, int number) =>
        QueryAsync(target, documents, InMonth(documents, number), key: null, documents.PerMonth);

    /// <summary>Ten consecutive documents, in all partitions.</summary>
    public static Task RangeAsync(Target target, DocumentSet documents, int number)
    {
        var first = number * 37 % (documents.Count - 10);
        var query = new QueryDefinition("SELECT * FROM c WHERE c.number >= @first AND c.number < @end")
            .WithParameter("@first", first)
            .WithParameter("@end", first + 10);
        return QueryAsync(target, documents, query, key: null, 10);
    }

    /// <summary>One document, in all partitions.</summary>
    public static Task EqualityAsync(Target target, DocumentSet documents, int number)
    {
        var query = new QueryDefinition("SELECT * FROM c WHERE c.code = @code")
            .WithParameter("@code", $"c-{number * 37 % documents.Count}");
        return QueryAsync(target, documents, query, key: null, 1);
    }

    /// <summary>The ten documents with the greatest numbers, of all partitions.</summary>
    public static Task FirstAsync(Target target, DocumentSet documents, int number)
    {
        var query = new QueryDefinition("SELECT TOP 10 * FROM c ORDER BY c.number DESC");
        return QueryAsync(target, documents, query, key: null, 10);
    }

    private static string OwnerOf(DocumentSet documents, int number) => DocumentSet.OwnerId(number % documents.Owners);

    private static QueryDefinition InMonth(DocumentSet documents, int number)
    {
        var month = number / documents.Owners % documents.Months;
        return new QueryDefinition(OfOneMonth)
            .WithParameter("@ownerId", OwnerOf(documents, number))
            .WithParameter("@year", 2024 + (month / 12))
            .WithParameter("@month", 1 + (month % 12));
    }

    private static async Task QueryAsync(
        Target target, DocumentSet documents, QueryDefinition query, PartitionKey? key, int expected)
    {
        var options = new QueryRequestOptions { MaxConcurrency = -1, PartitionKey = key };
        using var pages = target.Find(documents).GetItemQueryIterator<Row>(query, null, options);
        var found = 0;
        while (pages.HasMoreResults)
        {
            found += (await pages.ReadNextAsync()).Count;
        }

        if (found != expected)
        {
            throw new InvalidOperationException($"{target.Name}: {query.QueryText} found {found} documents, not {expected}.");
        }
    }

    private sealed record Row(string Id);
}
