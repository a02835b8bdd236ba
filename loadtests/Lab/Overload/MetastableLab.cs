namespace DroneDelivery.LoadTests.Lab.Overload;

/// <summary>
/// A failure that outlasts its cause (Bronson, Aghayev, Charapko and Zhu: "Metastable Failures in Distributed Systems", HotOS
/// 2021). An invoice queries all nine partitions. While their request units are spent, the SDK retries each throttled call up to
/// nine times in 30 s. The client has given up by then and retries too, so the request units of the abandoned attempt are wasted.
/// The failure therefore continues at a load that the container can easily serve.
/// </summary>
public static class MetastableLab
{
    public const string Name = "metastable";

    /// <summary>RU of an invoice that queries nine partitions (docs/emulator.md).</summary>
    public const double InvoiceRequestUnits = 28.9;

    /// <summary>RU/s, low enough that throttled calls and their retries do not use up the machine's CPU.</summary>
    private const int Throughput = 600;

    private const double UsualLoad = 0.6;

    /// <summary>
    /// Invoices per second that the request units allow. A call that waits for the request units of the next second misses the
    /// objective.
    /// </summary>
    internal static OverloadGoal Goal { get; } = new(Throughput / InvoiceRequestUnits, TimeSpan.FromMilliseconds(500));

    /// <summary>First the setting with the failure, then the settings that cure it.</summary>
    public static IReadOnlyList<OverloadSetting> Settings { get; } =
    [
        Setting("--cosmos-retries 9", OverloadLab.None, retries: "9"),
        Setting("--cosmos-retries 0", OverloadLab.None, retries: "0"),
        Setting("--shedding adaptive", OverloadLab.Adaptive, retries: "9"),
    ];

    public static OverloadShape Shape(bool full) => new(
        Name,
        "Metastable failure of the Cosmos path",
        [new(UsualLoad, TimeSpan.FromSeconds(4)), new(2, TimeSpan.FromSeconds(5))],
        new(UsualLoad, TimeSpan.FromSeconds(full ? 60 : 15)))
    {
        Retries = new RetryPolicy(Retries: 2, Patience: TimeSpan.FromSeconds(3))
        {
            FirstWait = TimeSpan.FromMilliseconds(200),
            Jitter = true,
        },
    };

    private static OverloadSetting Setting(string name, string shedding, string retries) => new(
        name,
        TuningLab.ParallelQuery with
        {
            Throughput = Throughput,
            GatewayFlags = new Dictionary<string, string> { ["--shedding"] = shedding },
            MoreDeliveryFlags = new Dictionary<string, string> { ["--cosmos-retries"] = retries },
        });
}
