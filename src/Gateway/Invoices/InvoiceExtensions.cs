namespace DroneDelivery.Gateway.Invoices;

internal static class InvoiceExtensions
{
    public static WebApplicationBuilder AddInvoices(this WebApplicationBuilder builder)
    {
        builder.Services.AddOptionsWithValidateOnStart<TariffOptions, TariffOptionsValidator>()
            .BindConfiguration(TariffOptions.Section);
        builder.Services.AddSingleton<Tariff>();
        builder.Services.AddSingleton<InvoiceAssembler>();
        builder.Services.AddValidation();
        builder.Services.ConfigureHttpJsonOptions(json =>
            json.SerializerOptions.TypeInfoResolverChain.Insert(0, GatewayJson.Default));
        return builder;
    }
}
