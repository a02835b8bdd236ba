using Microsoft.AspNetCore.Http;

namespace DroneDelivery.Gateway.Tests.Caching;

public sealed class CacheFolderTests
{
    private const string Report = "/api/deliveries/report?year=2025&month=3";

    [Fact]
    public async Task Answer_AfterARestart_IsAHitWithItsAge()
    {
        await using var folder = await FolderGateway.StartAsync();
        folder.Gateway.AnswerList(context =>
        {
            context.Response.Headers["X-Several"] = new(["one", "other"]);
            context.Response.ContentType = "text/plain; charset=utf-8";
            return context.Response.WriteAsync("häuser");
        });
        var first = await folder.GetWrittenAsync();
        folder.Gateway.Advance(7);

        await folder.Gateway.RestartAsync();
        folder.Gateway.Advance(20);
        var second = await folder.Gateway.GetAsync();
        var third = await folder.Gateway.GetAsync();

        Assert.Equal(("häuser", "HIT", 27.0), (second.Body, second.Cache, second.Age));
        Assert.Equal((first.ETag, first.Length, 200), (second.ETag, second.Length, second.Status));
        Assert.Equal(second, third);
        Assert.Equal((1, 1), (folder.Gateway.Made, folder.Gateway.Folder!.ReadCount));
    }

    [Fact]
    public async Task Answers_EvictedFromMemory_AreHitsFromTheFolder()
    {
        await using var folder = await FolderGateway.StartAsync();
        folder.Gateway.With("Cache:Megabytes", "1");
        folder.AnswerLargeLists();
        for (var owner = 0; owner < 20; owner++)
        {
            await folder.GetWrittenAsync(FolderGateway.ListOf(owner));
        }

        for (var owner = 0; owner < 20; owner++)
        {
            var answer = await folder.Gateway.GetAsync(FolderGateway.ListOf(owner));
            Assert.Equal(("HIT", 90_000), (answer.Cache, answer.Body.Length));
            Assert.StartsWith($"owner-{owner:0000} ", answer.Body, StringComparison.Ordinal);
        }

        Assert.Equal(20, folder.Gateway.Made);
        Assert.InRange(folder.Gateway.Store.Bytes, 0, 1024 * 1024);
        Assert.InRange(folder.Gateway.Folder!.ReadCount, 9, 20);
    }

    [Fact]
    public async Task Requests_ManyForAnAnswerOnDisk_AreAllHits()
    {
        await using var folder = await FolderGateway.StartAsync();
        await folder.GetWrittenAsync();
        await folder.Gateway.RestartAsync();

        var answers = await Task.WhenAll(Enumerable.Range(0, 50).Select(_ => folder.Gateway.GetAsync()));

        Assert.All(answers, answer => Assert.Equal(("list 1", "HIT"), (answer.Body, answer.Cache)));
        Assert.Equal((1, 0L), (folder.Gateway.Store.Count, folder.Gateway.Store.Reserved));
    }

    [Theory]
    [InlineData(59, "HIT")]
    [InlineData(119, "STALE")]
    [InlineData(121, "MISS")]
    public async Task Answer_TimeWhileTheGatewayIsStopped_Counts(double seconds, string cache)
    {
        await using var folder = await FolderGateway.StartAsync();
        await folder.GetWrittenAsync();

        await folder.Gateway.RestartAsync();
        folder.Gateway.Advance(seconds);

        Assert.Equal(cache, (await folder.Gateway.GetAsync()).Cache);
    }

    [Theory]
    [InlineData(599, 200, "STALE")]
    [InlineData(661, 503, "MISS")]
    public async Task Answer_BackendFailsAfterARestart_IsGivenAsLongAsFromMemory(double seconds, int status, string cache)
    {
        await using var folder = await FolderGateway.StartAsync();
        await folder.GetWrittenAsync();
        folder.Gateway.Delivery.Answer("/deliveries", StatusCodes.Status503ServiceUnavailable);

        await folder.Gateway.RestartAsync();
        folder.Gateway.Advance(seconds);
        var answer = await folder.Gateway.GetAsync();

        Assert.Equal((status, cache), (answer.Status, answer.Cache));
    }

    [Fact]
    public async Task Clock_SetBackBeforeTheAnswer_AnswerIsNotUsed()
    {
        await using var folder = await FolderGateway.StartAsync();
        await folder.GetWrittenAsync();

        await folder.Gateway.RestartAsync();
        folder.Gateway.Advance(-1);

        Assert.Equal("MISS", (await folder.Gateway.GetAsync()).Cache);
    }

    [Fact]
    public async Task NotFound_AfterARestart_HasItsShortTime()
    {
        await using var folder = await FolderGateway.StartAsync();
        folder.Gateway.Delivery.Answer("/deliveries", StatusCodes.Status404NotFound);
        await folder.GetWrittenAsync();

        await folder.Gateway.RestartAsync();
        folder.Gateway.Advance(4.9);
        var kept = await folder.Gateway.GetAsync();
        await folder.Gateway.RestartAsync();
        folder.Gateway.Advance(0.2);
        var after = await folder.Gateway.GetAsync();

        Assert.Equal((404, "HIT", "MISS"), (kept.Status, kept.Cache, after.Cache));
    }

    // No answer is written after the last create, so that only the number of changes tells that the one before is outdated.
    [Theory]
    [InlineData(1)]
    [InlineData(3)]
    public async Task Delivery_CreatedBeforeARestart_ListIsReadAgain(int creates)
    {
        await using var folder = await FolderGateway.StartAsync();
        for (var i = 0; i < creates; i++)
        {
            await folder.GetWrittenAsync();
            await folder.CreateAsync();
            await folder.CreateAsync();
        }

        await folder.Gateway.RestartAsync();
        var list = await folder.Gateway.GetAsync();
        await folder.Gateway.RestartAsync();
        var again = await folder.Gateway.GetAsync();

        var expected = $"list {(3 * creates) + 1}";
        Assert.Equal((expected, "MISS"), (list.Body, list.Cache));
        Assert.Equal((expected, "HIT"), (again.Body, again.Cache));
    }

    // The folder has the old file, and memory has nothing.
    [Fact]
    public async Task Delivery_CreatedAfterARestart_ListIsReadAgain()
    {
        await using var folder = await FolderGateway.StartAsync();
        await folder.GetWrittenAsync();

        await folder.Gateway.RestartAsync();
        await folder.CreateAsync();

        Assert.Equal("MISS", (await folder.Gateway.GetAsync()).Cache);
    }

    // The answer was requested before the create, and comes after it.
    [Fact(Timeout = 300_000)]
    public async Task Refresh_StartedBeforeACreate_IsNotInTheFolder()
    {
        await using var folder = await FolderGateway.StartAsync();
        var held = new Held();
        folder.Gateway.AnswerList(held.WaitAsync);
        var old = folder.Gateway.GetAsync();
        await held.Asked;
        folder.Gateway.Delivery.Answer("/deliveries", folder.Gateway.MakeListAsync);
        await folder.CreateAsync();
        held.LetGo();
        await old;

        await folder.Gateway.RestartAsync();

        Assert.Equal("MISS", (await folder.Gateway.GetAsync()).Cache);
    }

    [Fact]
    public async Task Answer_ThatMustNotBeStored_RemovesTheOlderOneFromTheFolder()
    {
        await using var folder = await FolderGateway.StartAsync();
        await folder.GetWrittenAsync();
        folder.Gateway.AnswerList(context =>
        {
            context.Response.Headers.CacheControl = "no-store";
            return Task.CompletedTask;
        });
        folder.Gateway.Advance(121);
        await folder.GetWrittenAsync();

        Assert.Empty(folder.Files);
    }

    // These requests name no owner, so a service filters the answer by the owners of the key.
    [Fact]
    public async Task Answer_FilteredByOwners_IsNotGivenToAKeyOfOthersAfterARestart()
    {
        await using var folder = await FolderGateway.StartAsync();
        folder.Gateway.Delivery.Answer("/deliveries/report", 200, "{}");
        await folder.GetWrittenAsync(Report, ("X-Test-Key", "one"));

        await folder.Gateway.RestartAsync();
        var other = await folder.Gateway.GetAsync(Report, ("X-Test-Key", "other"));
        var none = await folder.Gateway.GetAsync(Report);
        var same = await folder.Gateway.GetAsync(Report, ("X-Test-Key", "one"));

        Assert.Equal(("MISS", "MISS", "HIT"), (other.Cache, none.Cache, same.Cache));
    }

    [Fact]
    public async Task Backend_AtAnotherAddressAfterARestart_AnswersOfTheFirstAreNotUsed()
    {
        await using var folder = await FolderGateway.StartAsync();
        await folder.GetWrittenAsync();
        var delivery = folder.Gateway.Delivery.Address;
        folder.Gateway.With("Backends:Delivery", $"{delivery},http://127.0.0.1:9");

        await folder.Gateway.RestartAsync();
        var other = await folder.GetWrittenAsync();
        folder.Gateway.With("Backends:Delivery", delivery);
        await folder.Gateway.RestartAsync();
        var first = await folder.Gateway.GetAsync();

        Assert.Equal(("MISS", "MISS"), (other.Cache, first.Cache));
    }

    [Fact]
    public async Task Folder_Full_StaysBelowItsBoundAndKeepsWhatIsAskedFor()
    {
        await using var folder = await FolderGateway.StartAsync();
        folder.Gateway.With("Cache:Megabytes", "1").With("Cache:DiskMegabytes", "2");
        folder.AnswerLargeLists();
        for (var owner = 0; owner < 50; owner++)
        {
            await folder.GetWrittenAsync(FolderGateway.ListOf(owner));
            Assert.InRange(folder.Files.Sum(file => file.Length), 0, 2 * 1024 * 1024);
        }

        Assert.InRange(folder.Gateway.Folder!.Bytes, 1_900_000, 2 * 1024 * 1024);
        Assert.Equal(50, folder.Files.Length + folder.Gateway.Folder.Evicted);
        Assert.Equal("HIT", (await folder.Gateway.GetAsync(FolderGateway.ListOf(49))).Cache);

        folder.Gateway.With("Cache:DiskMegabytes", "1");
        await folder.Gateway.RestartAsync();
        Assert.Equal("HIT", (await folder.Gateway.GetAsync(FolderGateway.ListOf(49))).Cache);
        Assert.InRange(folder.Files.Sum(file => file.Length), 900_000, 1024 * 1024);
    }

    [Fact]
    public async Task Meter_OfACacheWithAFolder_HasSizeReadsAndEvictions()
    {
        await using var folder = await FolderGateway.StartAsync();
        folder.Gateway.With("Cache:Megabytes", "1").With("Cache:DiskMegabytes", "1");
        folder.AnswerLargeLists();
        for (var owner = 0; owner < 12; owner++)
        {
            await folder.GetWrittenAsync(FolderGateway.ListOf(owner));
        }

        await folder.Gateway.RestartAsync();
        await folder.Gateway.GetAsync(FolderGateway.ListOf(11));
        await folder.GetWrittenAsync(FolderGateway.ListOf(12));

        Assert.Equal((11 * 94_208, 1, 1), (Measure("size"), Measure("reads"), Measure("evictions")));

        long Measure(string name)
        {
            using var measured = new RecordedMeasurements(folder.Gateway.Meters);
            return measured.Of($"gateway.cache.disk.{name}", "");
        }
    }

    // Small files take whole blocks of the disk.
    [Fact]
    public async Task Folder_SmallAnswers_CountInBlocks()
    {
        await using var folder = await FolderGateway.StartAsync();

        await folder.GetWrittenAsync(FolderGateway.ListOf(1));
        await folder.GetWrittenAsync(FolderGateway.ListOf(2));

        Assert.Equal(2 * 4096, folder.Gateway.Folder!.Bytes);
    }
}
