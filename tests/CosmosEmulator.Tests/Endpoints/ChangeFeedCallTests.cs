using System.Globalization;
using System.Net;
using System.Text.Json;
using DroneDelivery.CosmosEmulator.Protocol;
using DroneDelivery.CosmosEmulator.Tests.Hosting;
using Microsoft.Azure.Cosmos;

namespace DroneDelivery.CosmosEmulator.Tests.Endpoints;

/// <summary>Calls that read the change feed of a partition, and their headers.</summary>
public sealed class ChangeFeedCallTests
{
    private const int MaxThroughput = 1_000_000;

    private static readonly (string, string) LatestVersion = (CosmosHeaders.ChangeFeed, "Incremental feed");
    private static readonly (string, string) FirstRange = (CosmosHeaders.PartitionKeyRangeId, "0");

    [Fact]
    public async Task Page_OfAChangeFeed_HasTheNumbersOfTheWritesAndAnETagToGoOnWith()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        var container = await emulator.CreateContainerAsync(throughput: MaxThroughput);
        await AddAsync(container, "d1", "d2", "d3");

        var (status, first, etag) = await ReadAsync(emulator, LatestVersion, FirstRange, (CosmosHeaders.MaxItemCount, "2"));
        var (_, second, last) = await ReadAsync(emulator, LatestVersion, FirstRange, ("If-None-Match", etag));
        using var none = await emulator.SendAsync("GET", Documents(), "", LatestVersion, FirstRange, ("If-None-Match", last));

        Assert.Equal((HttpStatusCode.OK, HttpStatusCode.NotModified), (status, none.StatusCode));
        Assert.Equal([("d1", 1L), ("d2", 2L), ("d3", 3L)], first.Concat(second));
        Assert.Equal(last, Assert.Single(none.Headers.GetValues("ETag")));
        Assert.Equal("0", Assert.Single(none.Headers.GetValues(CosmosHeaders.ItemCount)));
        Assert.Equal("2.5", Assert.Single(none.Headers.GetValues(CosmosHeaders.RequestCharge)));
        Assert.Empty(await none.Content.ReadAsByteArrayAsync(TestContext.Current.CancellationToken));
    }

    /// <summary>
    /// The SDK's estimator takes the difference of the two numbers for what is left. Between the writes of the partition lie those
    /// of the other one.
    /// </summary>
    [Fact]
    public async Task SessionToken_OfAPage_IsAsFarFromItsChangeAsThePartitionHasWritesLeft()
    {
        await using var emulator = await EmulatorHost.StartAsync(options => options.Partitions = 2);
        var container = await emulator.CreateContainerAsync("/id", MaxThroughput);
        string[] ids = [.. Enumerable.Range(0, 40).Select(number => $"d{number}")];
        var ofNone = await ReadTokenAsync(emulator);
        await AddAsync(container, ids);
        var (_, changes, _) = await ReadAsync(emulator, LatestVersion, FirstRange);
        var ofAll = await ReadTokenAsync(emulator);
        var ofCreations = await ReadLagAsync(emulator);
        await AddAsync(container, [changes[^1].Id, .. ids.Except(changes.Select(change => change.Id)), changes[^1].Id, changes[1].Id]);
        var ofReplacements = await ReadLagAsync(emulator);
        await container.DeleteItemAsync<DeliveryItem>(changes[1].Id, new PartitionKey(changes[1].Id));
        var ofADeletion = await ReadLagAsync(emulator);

        Assert.InRange(changes.Count, 3, 37);
        Assert.Equal((1, changes[^1].Lsn), (ofNone, ofAll));
        Assert.Equal(changes.Count, ofCreations);
        Assert.Equal(changes.Count + 2, ofReplacements);
        Assert.Equal(changes.Count + 1, ofADeletion);
    }

    [Fact]
    public async Task SessionToken_OfAPageBeforeADeletion_CountsNoWriteOfOthers()
    {
        await using var emulator = await EmulatorHost.StartAsync(options => options.Partitions = 2);
        var container = await emulator.CreateContainerAsync("/id", MaxThroughput);
        string[] ids = [.. Enumerable.Range(0, 40).Select(number => $"d{number}")];
        await AddAsync(container, ids);
        var (_, changes, _) = await ReadAsync(emulator, LatestVersion, FirstRange);
        foreach (var (id, _) in changes.Skip(1))
        {
            await AddAsync(container, [.. ids.Except(changes.Select(change => change.Id))]);
            await container.DeleteItemAsync<DeliveryItem>(id, new PartitionKey(id));
        }

        // The slots of what is deleted are kept until they are packed.
        Assert.Equal(changes.Count, await ReadLagAsync(emulator));
    }

    /// <summary>As the documentation of PageSizeHint says.</summary>
    [Fact]
    public async Task Page_ThatWouldEndWithinATransaction_HasAllOfItUnderOneNumber()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        var container = await emulator.CreateContainerAsync(throughput: MaxThroughput);
        await AddAsync(container, "d1");
        var batch = container.CreateTransactionalBatch(new PartitionKey("o7"));
        foreach (var id in new[] { "d2", "d3", "d4" })
        {
            batch.CreateItem(new DeliveryItem(id, "o7"));
        }

        using var done = await batch.ExecuteAsync(TestContext.Current.CancellationToken);
        await AddAsync(container, "d5");

        var (_, first, etag) = await ReadAsync(emulator, LatestVersion, FirstRange, (CosmosHeaders.MaxItemCount, "2"));
        var (_, second, _) = await ReadAsync(
            emulator, LatestVersion, FirstRange, (CosmosHeaders.MaxItemCount, "2"), ("If-None-Match", etag));

        Assert.True(done.IsSuccessStatusCode);
        Assert.Equal([("d1", 1L), ("d2", 2L), ("d3", 2L), ("d4", 2L)], first);
        Assert.Equal([("d5", 5L)], second);
    }

    [Fact]
    public async Task Pages_OfLargeItems_HaveAtMostFourMegabytes()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        var container = await emulator.CreateContainerAsync(throughput: MaxThroughput);
        foreach (var id in new[] { "d1", "d2", "d3", "d4" })
        {
            await container.CreateItemAsync(DeliveryItem.OfSize(id, "o7", 1_300_000));
        }

        var (_, first, etag) = await ReadAsync(emulator, LatestVersion, FirstRange);
        var (_, second, _) = await ReadAsync(emulator, LatestVersion, FirstRange, ("If-None-Match", etag));

        Assert.Equal([("d1", 1L), ("d2", 2L), ("d3", 3L)], first);
        Assert.Equal([("d4", 4L)], second);
    }

    [Theory]
    [InlineData("If-None-Match", "\"1\"")]
    [InlineData("If-None-Match", "nonsense")]
    [InlineData("If-Modified-Since", "yesterday")]
    [InlineData("If-Modified-Since", "2026-01-01T00:00:00Z")]
    [InlineData(CosmosHeaders.ChangeFeed, "Some Feed")]
    [InlineData(CosmosHeaders.PartitionKeyRangeId, "")]
    public async Task Header_ThatIsNotValid_IsRefused(string name, string value)
    {
        await using var emulator = await EmulatorHost.StartAsync(options => options.Partitions = 2);
        await emulator.CreateContainerAsync();
        var headers = new[] { LatestVersion, FirstRange }.Where(header => header.Item1 != name).Append((name, value));

        using var response = await emulator.SendAsync("GET", Documents(), "", [.. headers]);

        var text = await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken);
        Assert.Equal(HttpStatusCode.BadRequest, response.StatusCode);
        Assert.Contains(value.Length == 0 ? name : value.Trim('"'), text);
    }

    /// <summary>Its changes have other numbers.</summary>
    [Fact]
    public async Task ETag_OfAnotherContainer_IsRefused()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        var container = await emulator.CreateContainerAsync();
        await container.Database.CreateContainerAsync("others", "/ownerId");
        await AddAsync(container, "d1");
        var (_, _, etag) = await ReadAsync(emulator, LatestVersion, FirstRange);

        using var response = await emulator.SendAsync(
            "GET", Documents("others"), "", LatestVersion, FirstRange, ("If-None-Match", etag));

        Assert.Equal(HttpStatusCode.BadRequest, response.StatusCode);
    }

    /// <summary>The time is in seconds, and exclusive.</summary>
    [Fact]
    public async Task ChangeFeed_FromATime_HasOnlyLaterWrites()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        var container = await emulator.CreateContainerAsync(throughput: MaxThroughput);
        await AddAsync(container, "before", "again");
        emulator.Time.Advance(TimeSpan.FromSeconds(10));
        await AddAsync(container, "at");
        var time = emulator.Time.GetUtcNow().UtcDateTime;
        emulator.Time.Advance(TimeSpan.FromSeconds(1));
        await AddAsync(container, "after", "again");

        using var pages = container.GetChangeFeedIterator<DeliveryItem>(
            ChangeFeedStartFrom.Time(time), ChangeFeedMode.LatestVersion);

        Assert.Equal(["after", "again"], (await pages.ReadNextAsync()).Select(item => item.Id));
    }

    [Fact]
    public async Task ChangeFeed_OfAPartOfARange_HasTheChangesOfThatPart()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        var container = await emulator.CreateContainerAsync("/id", MaxThroughput);
        var ids = Enumerable.Range(0, 40).Select(number => $"d{number}").ToArray();
        await AddAsync(container, ids);

        var (_, lower, _) = await ReadAsync(
            emulator, LatestVersion, FirstRange, (CosmosHeaders.StartEpk, ""), (CosmosHeaders.EndEpk, "2000"));
        var (_, upper, _) = await ReadAsync(
            emulator, LatestVersion, FirstRange, (CosmosHeaders.StartEpk, "2000"), (CosmosHeaders.EndEpk, "FF"));

        Assert.NotEmpty(lower);
        Assert.NotEmpty(upper);
        Assert.Equal(ids.Order(), lower.Concat(upper).Select(change => change.Id).Order());
    }

    /// <summary>The SDK sends the ETag of the old range to both new ones.</summary>
    [Fact]
    public async Task ChangeFeed_AfterASplit_GoesOnWithoutLossOrRepetition()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        var container = await emulator.CreateContainerAsync("/id", MaxThroughput);
        await AddAsync(container, [.. Enumerable.Range(0, 50).Select(number => $"d{number}")]);
        using var pages = container.GetChangeFeedIterator<DeliveryItem>(
            ChangeFeedStartFrom.Beginning(), ChangeFeedMode.LatestVersion, new ChangeFeedRequestOptions { PageSizeHint = 7 });
        var changes = new List<string>();
        changes.AddRange((await pages.ReadNextAsync()).Select(item => item.Id));

        // One that was read, and one that was not.
        await AddAsync(container, "d0", "d30");
        emulator.SplitFirstPartition();
        await AddAsync(container, "d1", "d31", "new");
        var page = await pages.ReadNextAsync();
        while (page.StatusCode != HttpStatusCode.NotModified)
        {
            changes.AddRange(page.Select(item => item.Id));
            page = await pages.ReadNextAsync();
        }

        var expected = Enumerable.Range(0, 50).Select(number => $"d{number}").Concat(["d0", "d1", "new"]);
        Assert.Equal(expected.Order(), changes.Order());
    }

    private static string Documents(string container = "items") => $"/dbs/db/colls/{container}/docs";

    /// <summary>The writes that are left, as the SDK's estimator computes them from a page of one change.</summary>
    private static async Task<long> ReadLagAsync(EmulatorHost emulator)
    {
        var (_, changes, _) = await ReadAsync(emulator, LatestVersion, FirstRange, (CosmosHeaders.MaxItemCount, "1"));
        return await ReadTokenAsync(emulator, (CosmosHeaders.MaxItemCount, "1")) - Assert.Single(changes).Lsn + 1;
    }

    /// <summary>The number in the session token of a page.</summary>
    private static async Task<long> ReadTokenAsync(EmulatorHost emulator, params (string, string)[] headers)
    {
        using var response = await emulator.SendAsync("GET", Documents(), "", [LatestVersion, FirstRange, .. headers]);
        var token = response.Headers.GetValues(CosmosHeaders.SessionToken).Single();
        return long.Parse(token[(token.IndexOf('#', StringComparison.Ordinal) + 1)..], CultureInfo.InvariantCulture);
    }

    private static async Task AddAsync(Container container, params string[] ids)
    {
        foreach (var id in ids)
        {
            await container.UpsertItemAsync(new DeliveryItem(id, "o7"));
        }
    }

    private static async Task<(HttpStatusCode Status, List<(string Id, long Lsn)> Changes, string ETag)> ReadAsync(
        EmulatorHost emulator, params (string, string)[] headers)
    {
        using var response = await emulator.SendAsync("GET", Documents(), "", headers);
        var page = JsonElement.Parse(await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken));
        var changes = page.GetProperty("Documents").EnumerateArray()
            .Select(item => (item.GetProperty("id").GetString()!, item.GetProperty("_lsn").GetInt64()))
            .ToList();
        var count = int.Parse(response.Headers.GetValues(CosmosHeaders.ItemCount).Single(), CultureInfo.InvariantCulture);
        Assert.Equal((changes.Count, changes.Count), (count, page.GetProperty("_count").GetInt32()));
        return (response.StatusCode, changes, response.Headers.GetValues("ETag").Single());
    }
}
