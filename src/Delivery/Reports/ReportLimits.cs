using System.Collections.Concurrent;
using System.Threading.RateLimiting;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Delivery.Reports;

/// <summary>
/// Limits the reports that are made at the same time, and the bytes of those that are being sent. The limits are separate, so that
/// clients that read slowly do not stop the reports of others. One holder of keys may use half of the bytes.
/// </summary>
internal sealed class ReportLimits(IOptions<ReportOptions> options) : IDisposable
{
    private readonly ConcurrencyLimiter _made = new(new ConcurrencyLimiterOptions
    {
        PermitLimit = options.Value.MaxConcurrent,
        QueueLimit = options.Value.MaxWaiting,
    });

    private readonly long _maxBytes = options.Value.MaxSendingMegabytes * 1024L * 1024;
    private readonly ConcurrentDictionary<string, long> _bytesOfHolders = new(StringComparer.Ordinal);
    private long _bytes;

    /// <summary>
    /// Makes a report once fewer than the maximum are being made. It counts as being sent until <see cref="EndSending"/> is called.
    /// </summary>
    /// <param name="holder">The holder of the API key; null without API keys, then only the limit of all bytes applies.</param>
    /// <returns>The bytes of the report; null if too many requests wait, or too many bytes are being sent.</returns>
    public async Task<byte[]?> MakeAsync(string? holder, Func<Task<byte[]>> make, CancellationToken cancellationToken)
    {
        using var permit = await _made.AcquireAsync(permitCount: 1, cancellationToken);
        // The size of a report is known only when it is made, so the limit is exceeded by at most the reports that are being made.
        if (!permit.IsAcquired
            || Interlocked.Read(ref _bytes) >= _maxBytes
            || (holder is not null && _bytesOfHolders.GetValueOrDefault(holder) >= _maxBytes / 2))
        {
            return null;
        }

        var report = await make();
        Add(holder, report.Length);
        return report;
    }

    public void EndSending(string? holder, byte[] report) => Add(holder, -report.Length);

    public void Dispose() => _made.Dispose();

    private void Add(string? holder, int bytes)
    {
        Interlocked.Add(ref _bytes, bytes);
        if (holder is not null)
        {
            _bytesOfHolders.AddOrUpdate(holder, bytes, (_, sum) => sum + bytes);
            _bytesOfHolders.TryRemove(new(holder, 0));
        }
    }
}
