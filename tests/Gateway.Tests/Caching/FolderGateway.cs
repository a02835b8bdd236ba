using Microsoft.AspNetCore.Http;

namespace DroneDelivery.Gateway.Tests.Caching;

/// <summary>A <see cref="CachedGateway"/> whose answers are also in a folder of its own.</summary>
internal sealed class FolderGateway : IAsyncDisposable
{
    private readonly DirectoryInfo _parent = Directory.CreateTempSubdirectory("cache-folder-");

    private FolderGateway(CachedGateway gateway) => Gateway = gateway.With("Cache:Folder", Path);

    public CachedGateway Gateway { get; }

    /// <summary>The gateway creates it.</summary>
    public string Path => System.IO.Path.Combine(_parent.FullName, "answers");

    /// <summary>The files with answers.</summary>
    public FileInfo[] Files => [.. new DirectoryInfo(Path).EnumerateFiles().Where(file => file.Name.Length == 32)];

    public static async Task<FolderGateway> StartAsync() => new(await CachedGateway.StartAsync());

    public static string ListOf(int owner) => $"/api/deliveries?ownerId=owner-{owner:0000}&year=2025&month=3";

    /// <summary>Gets an answer, and returns once it is in its file.</summary>
    public async Task<CachedGateway.Answer> GetWrittenAsync(
        string address = CachedGateway.List, params (string Name, string Value)[] headers)
    {
        var answer = await Gateway.GetAsync(address, headers);
        await Gateway.Folder!.SaveAsync();
        return answer;
    }

    public Task<CachedGateway.Answer> CreateAsync() => Gateway.SendAsync(HttpMethod.Post, "/api/deliveries");

    /// <summary>Each list has so many bytes, so that few of them fit in a cache of 1 MiB.</summary>
    public void AnswerLargeLists(int bytes = 90_000) => Gateway.AnswerList(context =>
        context.Response.WriteAsync($"{context.Request.Query["ownerId"]} ".PadRight(bytes, 'x'), context.RequestAborted));

    public async ValueTask DisposeAsync()
    {
        await Gateway.DisposeAsync();
        _parent.Delete(recursive: true);
    }
}
