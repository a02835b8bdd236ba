using System.Collections.Concurrent;
using System.Diagnostics.Metrics;
using System.Runtime.CompilerServices;
using DroneDelivery.Gateway.Keys;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Gateway.Requests;

/// <summary>
/// Counts the memory of the bodies of all requests in flight, and limits it: for all requests together, and for each holder of
/// keys. Safe for concurrent use.
/// </summary>
internal sealed class UploadMemory
{
    public const string MeterName = "DroneDelivery.Gateway.Requests";

    /// <summary>The limit of one holder is the total limit divided by this number.</summary>
    private const int HoldersAtOnce = 8;

    private readonly ConcurrentDictionary<string, StrongBox<long>> _holders = new(StringComparer.Ordinal);
    private readonly long _maxBytes;
    private readonly long _maxBytesOfHolder;
    private long _bytes;

    public UploadMemory(IOptions<RequestOptions> options, IMeterFactory meters)
    {
        _maxBytes = options.Value.MaxUploadMegabytes * 1024L * 1024L;
        _maxBytesOfHolder = Math.Max(_maxBytes / HoldersAtOnce, options.Value.MaxBodyKilobytes * 2048L);
        meters.Create(MeterName).CreateObservableGauge(
            "gateway.uploads.bytes", () => Bytes, "By", "Memory of the bodies of requests that are being received.");
    }

    public long Bytes => Volatile.Read(ref _bytes);

    /// <param name="caller">Null if keys are not required; then only the total limit applies.</param>
    public Reservation Reserve(Caller? caller) =>
        new(this, caller is null ? null : _holders.GetOrAdd(caller.Name, _ => new StrongBox<long>()));

    /// <summary>The memory that is reserved for one body. Not safe for concurrent use.</summary>
    internal sealed class Reservation(UploadMemory memory, StrongBox<long>? holder) : IDisposable
    {
        private long _reserved;

        /// <returns>False if a limit is exceeded. The bytes stay reserved until <see cref="Dispose"/> in either case.</returns>
        public bool TryAdd(int bytes)
        {
            _reserved += bytes;
            var all = Interlocked.Add(ref memory._bytes, bytes);
            var ofHolder = holder is null ? 0 : Interlocked.Add(ref holder.Value, bytes);
            return all <= memory._maxBytes && ofHolder <= memory._maxBytesOfHolder;
        }

        public void Dispose()
        {
            Interlocked.Add(ref memory._bytes, -_reserved);
            if (holder is not null)
            {
                Interlocked.Add(ref holder.Value, -_reserved);
            }

            _reserved = 0;
        }
    }
}
