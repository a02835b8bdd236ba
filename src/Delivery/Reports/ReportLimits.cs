using System.Threading.RateLimiting;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Delivery.Reports;

/// <summary>
/// Limits the reports that are made at the same time, and the bytes of those that are being sent. The limits are separate, so that
/// clients that read slowly do not stop the reports of others.
/// </summary>
internal sealed class ReportLimits(IOptions<ReportOptions> options) : IDisposable
{
    private readonly ConcurrencyLimiter _made = new(new ConcurrencyLimiterOptions
    {
        PermitLimit = options.Value.MaxConcurrent,
        QueueLimit = options.Value.MaxWaiting,
    });

    private readonly long _maxBytes = options.Value.MaxSendingMegabytes * 1024L * 1024;
    private long _bytes;

    /// <summary>
    /// Makes a report once fewer than the maximum are being made. It counts as being sent until <see cref="EndSending"/> is called.
    /// </summary>
    /// <returns>The bytes of the report; null if too many requests wait, or too many bytes are being sent.</returns>
    public async Task<byte[]?> MakeAsync(Func<Task<byte[]>> make, CancellationToken cancellationToken)
    {
        using var permit = await _made.AcquireAsync(permitCount: 1, cancellationToken);
        // The size of a report is known only when it is made, so the limit is exceeded by at most the reports that are being made.
        if (!permit.IsAcquired || Interlocked.Read(ref _bytes) >= _maxBytes)
        {
            return null;
        }

        var report = await make();
        Interlocked.Add(ref _bytes, report.Length);
        return report;
    }

    public void EndSending(byte[] report) => Interlocked.Add(ref _bytes, -report.Length);

    public void Dispose() => _made.Dispose();
}
