using System.Collections.Concurrent;
using System.Diagnostics;
using Microsoft.AspNetCore.Http;

namespace DroneDelivery.Gateway.Tests.Caching;

/// <summary>The gateway as a process of its own, which is killed at any moment and started again over the same folder.</summary>
public sealed class CacheFolderProcessTests : IAsyncLifetime
{
    private const int LinesInList = 5_000;

    private readonly DirectoryInfo _parent = Directory.CreateTempSubdirectory("cache-folder-");
    private readonly ConcurrentDictionary<string, int> _versions = new();
    private FakeBackend _backend = null!;

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    private string Folder => Path.Combine(_parent.FullName, "answers");

    public async ValueTask InitializeAsync()
    {
        _backend = await FakeBackend.StartAsync();
        _backend.Answer("/deliveries", AnswerAsync);
    }

    public async ValueTask DisposeAsync()
    {
        await _backend.DisposeAsync();
        _parent.Delete(recursive: true);
    }

    // A list is its owner and version, repeated: a torn one, or one of another owner, does not look so.
    [Fact(Timeout = 300_000)]
    public async Task Gateway_KilledWhileItWrites_ServesOnlyWholeAnswersAfterwards()
    {
        var files = 0;
        for (var round = 1; round <= 4; round++)
        {
            Task[] load;
            await using (var gateway = await StartAsync())
            {
                using var client = new HttpClient { BaseAddress = gateway.Address };
                var hits = 0;
                foreach (var list in _versions.Keys)
                {
                    hits += await GetWholeAsync(client, list) == "HIT" ? 1 : 0;
                }

                Assert.InRange(hits, files, _versions.Count);
                files = CountFiles() + (7 * round);
                load = [.. Enumerable.Range(1, 4).Select(user => LoadAsync(gateway.Address, (round * 10) + user))];
                await UntilWrittenAsync(files);
            }

            await Task.WhenAll(load);
        }
    }

    [Fact(Timeout = 300_000)]
    public async Task Gateway_KilledOnceAClientHasItsCreate_ServesNoAnswerFromBefore()
    {
        await using (var killed = await StartAsync())
        {
            using var before = new HttpClient { BaseAddress = killed.Address };
            for (var list = 0; list < 10; list++)
            {
                await GetWholeAsync(before, $"owner-{list}");
                await UntilWrittenAsync(list + 1);
            }

            await CreateAsync(before);
        }

        await using var next = await StartAsync();
        using var client = new HttpClient { BaseAddress = next.Address };
        foreach (var list in _versions.Keys)
        {
            Assert.Equal("MISS", await GetWholeAsync(client, list));
        }

        Assert.Equal(Enumerable.Repeat(2, 10), _versions.Values);
    }

    [Fact(Timeout = 300_000)]
    public async Task Folder_OfARunningGateway_IsRefused()
    {
        await using var gateway = await StartAsync();

        var (exitCode, error) = await RunAsync("--cache-folder", Folder);

        Assert.Equal(1, exitCode);
        Assert.Matches(
            $"^The cache folder {Folder} cannot be used: .* used by another process. Name a folder that this gateway can write, "
            + "and no other gateway uses, with --cache-folder.$",
            error);
    }

    [Theory]
    [InlineData(UnixFileMode.GroupRead)]
    [InlineData(UnixFileMode.OtherExecute)]
    public async Task Folder_OpenToOthers_IsRefused(UnixFileMode mode)
    {
        if (OperatingSystem.IsWindows())
        {
            Assert.Skip("There are no file modes.");
            return;
        }

        OwnerOnly.CreateFolder(Folder);
        File.SetUnixFileMode(Folder, File.GetUnixFileMode(Folder) | mode);

        var (exitCode, error) = await RunAsync("--cache-folder", Folder);

        Assert.Equal(
            (1, $"The cache folder {Folder} is open to other users: chmod 700 it, or name another one with --cache-folder."),
            (exitCode, error));
    }

    private Task<RunningGateway> StartAsync() => RunningGateway.StartAsync(
        _backend, "--cache", "gateway", "--cache-folder", Folder, "--cache-megabytes", "8", "--warm-up-time", "0",
        "--Cache:Routes:delivery-list:TimeToLive=1.00:00:00");

    private Task AnswerAsync(HttpContext context)
    {
        if (!HttpMethods.IsGet(context.Request.Method))
        {
            context.Response.StatusCode = StatusCodes.Status201Created;
            return Task.CompletedTask;
        }

        var list = context.Request.Query["ownerId"].ToString();
        var line = $"{list} {_versions.AddOrUpdate(list, 1, (_, version) => version + 1)}\n";
        return context.Response.WriteAsync(string.Concat(Enumerable.Repeat(line, LinesInList)), context.RequestAborted);
    }

    // Requests another list each time, until the gateway is killed.
    private static async Task LoadAsync(Uri gateway, int user)
    {
        using var client = new HttpClient { BaseAddress = gateway };
        try
        {
            for (var i = 0; ; i++)
            {
                await GetWholeAsync(client, $"owner-{user}-{i}");
            }
        }
        catch (HttpRequestException)
        {
        }
    }

    private static async Task<string?> GetWholeAsync(HttpClient client, string list)
    {
        using var response = await client.GetAsync($"/api/deliveries?ownerId={list}&year=2025&month=3", Cancelled);
        var body = await response.Content.ReadAsStringAsync(Cancelled);
        var line = body[..(body.IndexOf('\n', StringComparison.Ordinal) + 1)];
        Assert.StartsWith($"{list} ", line, StringComparison.Ordinal);
        Assert.True(body == string.Concat(Enumerable.Repeat(line, LinesInList)), $"{body.Length} characters of {line}");
        return response.Headers.GetValues("X-Cache").Single();
    }

    private static async Task CreateAsync(HttpClient client)
    {
        using var created = await client.PostAsync("/api/deliveries", content: null, Cancelled);
        Assert.Equal(StatusCodes.Status201Created, (int)created.StatusCode);
    }

    private int CountFiles() => new DirectoryInfo(Folder).EnumerateFiles().Count(file => file.Name.Length == 32);

    // Nothing but its folder tells what the process has written.
    private async Task UntilWrittenAsync(int files)
    {
        using var renamed = new SemaphoreSlim(0);
        using var watcher = new FileSystemWatcher(Folder);
        watcher.Renamed += (_, _) => renamed.Release();
        watcher.EnableRaisingEvents = true;
        while (CountFiles() < files)
        {
            await renamed.WaitAsync(Cancelled);
        }
    }

    private static async Task<(int ExitCode, string Error)> RunAsync(params string[] flags)
    {
        var start = GatewayProgram.CreateStart(["--cache", "gateway", "--http-port", "0", .. flags]);
        (start.RedirectStandardOutput, start.RedirectStandardError) = (true, true);
        using var process = Process.Start(start)!;
        var output = process.StandardOutput.ReadToEndAsync(Cancelled);
        var error = await process.StandardError.ReadToEndAsync(Cancelled);
        await process.WaitForExitAsync(Cancelled);
        await output;
        return (process.ExitCode, error.Trim());
    }
}
