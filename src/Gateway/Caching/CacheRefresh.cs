namespace DroneDelivery.Gateway.Caching;

/// <summary>One answer on its way, for all who wait for it.</summary>
/// <param name="askedAt"><see cref="CacheTags.Changes"/> when it began.</param>
internal sealed class CacheRefresh(string key, CachePolicy policy, long askedAt)
{
    private readonly TaskCompletionSource<RefreshResult> _result = new(TaskCreationOptions.RunContinuationsAsynchronously);

    public string Key => key;

    public CachePolicy Policy => policy;

    public long AskedAt => askedAt;

    public Task<RefreshResult> Result => _result.Task;

    public void Finish(RefreshResult result) => _result.SetResult(result);
}
