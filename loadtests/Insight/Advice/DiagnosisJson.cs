namespace DroneDelivery.LoadTests.Insight.Advice;

/// <summary>A diagnosis as JSON. The names of causes are a contract: <c>request-units</c>, <c>serial-fan-out</c>, ...</summary>
public static class DiagnosisJson
{
    private static readonly JsonSerializerOptions Options = new(JsonSerializerDefaults.Web)
    {
        WriteIndented = true,
        Converters = { new JsonStringEnumConverter(JsonNamingPolicy.KebabCaseLower) },
        NumberHandling = JsonNumberHandling.AllowNamedFloatingPointLiterals,
    };

    /// <param name="proof">The result of testing the best change; null if it was not tested.</param>
    public static string Write(Diagnosis diagnosis, Proof? proof = null) => JsonSerializer.Serialize(
        new
        {
            diagnosis.Manifest.Scenario,
            diagnosis.Manifest.Title,
            diagnosis.Verdict,
            diagnosis.Findings,
            diagnosis.Bounds,
            diagnosis.Notes,
            diagnosis.NotChecked,
            Proof = proof is null ? null : new { Change = proof.Change.ToString(), proof.Holds, proof.Lines, proof.Disturbances },
        },
        Options);
}
