using System.Collections.Concurrent;
using System.Diagnostics.Metrics;
using System.Runtime.CompilerServices;
using DroneDelivery.Gateway.Keys;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Gateway.Requests;

/// <summary>
/// The memory of all bodies that are being received, and its limits: one for all holders of keys together, and one for each. Safe
/// for concurrent use.
/// </summary>
internal sealed class UploadMemory
{
    public const string MeterName = "DroneDelivery.Gateway.Requests";

    /// <summary>The part of the memory that one holder may use, as a divisor.</summary>
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

    /// <param name="caller">Null if keys are not required: then there is no limit for each holder.</param>
    public Reservation Reserve(Caller? caller) =>
        new(this, caller is null ? null : _holders.GetOrAdd(caller.Name, _ => new StrongBox<long>()));

    /// <summary>The memory of one body. Not safe for concurrent use.</summary>
    internal sealed class Reservation(UploadMemory memory, StrongBox<long>? holder) : IDisposable
    {
        private long _reserved;

        /// <returns>False if a limit would be exceeded.</returns>
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
