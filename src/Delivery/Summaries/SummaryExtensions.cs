namespace DroneDelivery.Delivery.Summaries;

internal static class SummaryExtensions
{
    public static WebApplicationBuilder AddSummaries(this WebApplicationBuilder builder)
    {
        builder.Services.AddOptionsWithValidateOnStart<SummaryOptions, SummaryOptionsValidator>()
            .BindConfiguration(SummaryOptions.Section);
        builder.Services.AddSingleton<DeliverySummaries>();
        builder.Services.AddHostedService<SummaryRefresher>();
        builder.Services.AddHealthChecks().AddCheck<SummaryReadiness>("summaries");
        return builder;
    }
}
