using System.Runtime.InteropServices;
using System.Text;
using System.Text.Json;

namespace DroneDelivery.CosmosEmulator.Tests.Query.Oracle;

/// <summary>
/// Microsoft's own query planner, the native library in the package of the SDK. Its wide strings have the platform's width of
/// wchar_t: four bytes on Linux. A planner is used by one thread at a time.
/// </summary>
internal sealed partial class NativePlanner : IDisposable
{
    private const string Library = "QueryPlanInterop";
    private const int BufferTooSmall = unchecked((int)0x80020013);
    private const int FirstBuffer = 4_096;

    private readonly nint _provider;

    public NativePlanner(string configuration) => Marshal.ThrowExceptionForHR(CreateServiceProvider(configuration, out _provider));

    /// <summary>Whether this system has the library.</summary>
    public static bool IsAvailable { get; } =
        OperatingSystem.IsLinux() && NativeLibrary.TryLoad(Library, typeof(NativePlanner).Assembly, null, out _);

    /// <summary>The plan, or the error if the query is wrong.</summary>
    /// <param name="request">The body of a query request.</param>
    /// <param name="partitionKey">The name of the property that is the partition key.</param>
    public (JsonElement Json, bool IsError) Plan(string request, string partitionKey)
    {
        var key = Wide(partitionKey);
        try
        {
            var options = new Options
            {
                RequireFormattableOrderByQuery = 1, AllowNonValueAggregateQuery = 1, AllowDistinctCount = 1, UseSystemPrefix = 0,
            };
            var buffer = new byte[FirstBuffer];
            var result = Call(out var length);
            if (result == BufferTooSmall)
            {
                buffer = new byte[length];
                result = Call(out length);
            }

            if (result < 0 && length == 0)
            {
                Marshal.ThrowExceptionForHR(result);
            }

            return (JsonElement.Parse(buffer.AsSpan(0, (int)length)), result < 0);

            int Call(out uint size) => GetPartitionKeyRangesFromQuery4(
                _provider, Encoding.UTF32.GetBytes(request + '\0'), options, [key], [1], 1, 0, 0, buffer, (uint)buffer.Length, out size);
        }
        finally
        {
            Marshal.FreeHGlobal(key);
        }
    }

    public void Dispose() => Marshal.Release(_provider);

    private static nint Wide(string text)
    {
        var bytes = Encoding.UTF32.GetBytes(text + '\0');
        var memory = Marshal.AllocHGlobal(bytes.Length);
        Marshal.Copy(bytes, 0, memory, bytes.Length);
        return memory;
    }

    [LibraryImport(Library, StringMarshalling = StringMarshalling.Utf8)]
    private static partial int CreateServiceProvider(string configuration, out nint provider);

    [LibraryImport(Library)]
    private static partial int GetPartitionKeyRangesFromQuery4(
        nint provider,
        byte[] request,
        Options options,
        nint[] keyTokens,
        uint[] keyTokenCounts,
        uint keyCount,
        nint vectorPolicy,
        uint vectorPolicyLength,
        [Out] byte[] buffer,
        uint bufferLength,
        out uint resultLength);

    /// <summary>64 bytes, the last of them reserved.</summary>
    [StructLayout(LayoutKind.Sequential, Size = 64)]
    private struct Options
    {
        public int RequireFormattableOrderByQuery;
        public int IsContinuationExpected;
        public int AllowNonValueAggregateQuery;
        public int HasLogicalPartitionKey;
        public int AllowDistinctCount;
        public int UseSystemPrefix;
        public int PartitionKind;
        public int GeospatialType;
        public int HybridSearchSkipOrderByRewrite;
    }
}
