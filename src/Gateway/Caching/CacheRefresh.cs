namespace DroneDelivery.Gateway.Caching;

/// <summary>A refresh in progress, shared by all requests that wait for its response.</summary>
/// <param name="askedAt">The value of <see cref="CacheTags.Changes"/> when the refresh was created.</param>
internal sealed class CacheRefresh(string key, CachePolicy policy, long askedAt)
{
    private readonly TaskCompletionSource<RefreshResult> _result = new(TaskCreationOptions.RunContinuationsAsynchronously);

    public string Key => key;

    public CachePolicy Policy => policy;

    public long AskedAt => askedAt;

    public Task<RefreshResult> Result => _result.Task;

    public void Finish(RefreshResult result) => _result.SetResult(result);
}
